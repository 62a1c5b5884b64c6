/** The fields of the check's form. The browser loads this file with the form, and the rules only when they are needed. */

export type CheckField = 'game' | 'numbers' | 'last' | 'from' | 'to' | 'draw';

export const checkWays = ['last', 'days', 'draw'] as const;
/** How a request names its draws: by their count, by their days, or by the number of one draw. */
export type CheckWay = (typeof checkWays)[number];

/** Texts from the form or the address. */
export type CheckQuery = Readonly<Partial<Record<CheckField | 'by', string>>>;
