import type { PrizeRow } from '../../shared/pages/draw.ts';

const prize = (name: string, match: string, winners: string, amount: string): PrizeRow => ({
  name,
  match,
  winners,
  amount,
  numbers: [],
});

export const jackpotPrizes: PrizeRow[] = [
  prize('Jackpot', '6 of 6', '0', '₹4,25,00,000'),
  prize('Second prize', '5 of 6 and the bonus ball', '3', '₹2,14,500'),
  prize('Third prize', '5 of 6', '41', '₹12,000'),
];

/** A prize table so long that a page shows it in two parts. */
export const kenoPrizes = Array.from({ length: 17 }, (_, index) =>
  prize(
    `${17 - index} spots`,
    `${17 - index} of ${17 - index}`,
    String(index * 13),
    `₹${(17 - index) * 500}`,
  ),
);

/** Converts a prize row of a draw to a row for the game's page, which shows odds instead of winners. */
export const withOdds =
  (odds: string) =>
  ({ name, match, amount }: PrizeRow) => ({ name, match, amount, odds });

/** A prize with one winning number, and a prize with a hundred winning numbers. */
export const rafflePrizes: PrizeRow[] = [
  {
    ...prize('First prize', 'Series and number', '1', '₹1,00,00,000'),
    numbers: [{ text: '62D 48215', colorKey: '' }],
  },
  {
    ...prize('Fifth prize', 'Last four digits', '1,204', '₹500'),
    numbers: Array.from({ length: 100 }, (_, index) => ({ text: String(1000 + index * 37), colorKey: '' })),
  },
];
