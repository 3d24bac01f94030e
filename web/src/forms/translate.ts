/** The translator of the `forms` namespace; codes make its keys, so they cannot be typed. */
export type Translate = (key: string, params?: Record<string, unknown>) => string;
