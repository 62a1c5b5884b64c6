/** Maximum numbers of lines in one purchase, and of lines of one account in one draw, for responsible play. */
export const ticketLimits = { linesPerPurchase: 50, linesPerDraw: 200 } as const;
