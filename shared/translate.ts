/** Translates a key of config/locale/{lang}: `t('home.upcoming')`, `t('results.count', {count: 3})`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;
