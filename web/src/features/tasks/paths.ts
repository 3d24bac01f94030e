/** What somebody has to do. */

export const tasks = () => "/tasks" as const;
/** Those that nobody has taken. */
export const unassigned = () => "/tasks?whose=unassigned" as const;
