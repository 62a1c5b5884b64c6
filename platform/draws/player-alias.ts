/** First names as they are common in India; with an initial they name nobody. */
const firstNames = [
  'Aarav Aditi Ajay Amit Ananya Anil Asha Bhavna Chetan Deepa Dinesh Farhan Gauri Harish',
  'Imran Isha Jaya Kabir Kavita Kiran Lakshmi Manoj Meera Mohan Neha Nikhil Pooja Pradeep',
  'Priya Rahul Rekha Rohan Sana Sanjay Shreya Sunita Suresh Tanvi Uday Varun Vijaya Yash',
  'Zoya',
].flatMap((row) => row.split(' '));
const initials = 'ABCDGHJKLMNPRSTV';

/**
 * The masked name under which the n-th seeded player is shown: "Pr•••a K.". Invented; it repeats after a few
 * hundred players, as masked names do.
 * @param n from 0
 */
export function playerAlias(n: number): string {
  const name = firstNames[n % firstNames.length] ?? 'Asha';
  // Five has no factor in common with the number of initials, so each name meets all of them.
  const initial = initials.charAt(
    ((n % firstNames.length) + 5 * Math.floor(n / firstNames.length)) % initials.length,
  );
  return `${name.slice(0, 2)}•••${name.slice(-1)} ${initial}.`;
}
