/** Lengths in days of the time-outs that players can choose. */
export const timeOutDays = [1, 7, 30, 42] as const;
/** Lengths in months of the exclusions that players can choose. Null means that the exclusion has no end. */
export const exclusionMonths = [6, 12, 60, null] as const;
/** The value for an exclusion without an end, in forms and URLs. */
export const withoutEnd = 'forever';
