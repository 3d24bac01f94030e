/** What somebody has to do. */

export const tasks = () => "/tasks" as const;
