/** Limits for responsible play. `linesPerDraw` limits the lines that one account may have in one draw. */
export const ticketLimits = { linesPerPurchase: 50, linesPerDraw: 200 } as const;
