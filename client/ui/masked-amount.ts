/** Text that replaces an amount while the player hides the balance (spec §2). */
export const maskedAmount = '****';
