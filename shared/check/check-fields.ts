/**
 * Names of the fields in the form that checks tickets. This file does not contain the validation rules, because the
 * browser needs the names at once, but the rules only later.
 */

export type CheckField = 'game' | 'numbers' | 'last' | 'from' | 'to' | 'draw';

export const checkWays = ['last', 'days', 'draw'] as const;
/** The ways in which a request selects its draws: by their count, by a range of days, or by one draw number. */
export type CheckWay = (typeof checkWays)[number];

/** The values of a request as text, from the form or the URL. */
export type CheckQuery = Readonly<Partial<Record<CheckField | 'by', string>>>;
