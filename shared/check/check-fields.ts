/**
 * Names of the fields in the form that checks numbers. They are in a file of their own, because the browser loads the
 * names with the form, but loads the validation rules only when it needs them.
 */

export type CheckField = 'game' | 'numbers' | 'last' | 'from' | 'to' | 'draw';

export const checkWays = ['last', 'days', 'draw'] as const;
/** The ways in which a request selects its draws: by their count, by a range of days, or by one draw number. */
export type CheckWay = (typeof checkWays)[number];

/** The values of a request as text, from the form or the URL. */
export type CheckQuery = Readonly<Partial<Record<CheckField | 'by', string>>>;
