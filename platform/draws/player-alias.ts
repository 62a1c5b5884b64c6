/** Common first names in India, so that a name with an initial identifies no real person. */
const firstNames = [
  'Aarav Aditi Ajay Amit Ananya Anil Asha Bhavna Chetan Deepa Dinesh Farhan Gauri Harish',
  'Imran Isha Jaya Kabir Kavita Kiran Lakshmi Manoj Meera Mohan Neha Nikhil Pooja Pradeep',
  'Priya Rahul Rekha Rohan Sana Sanjay Shreya Sunita Suresh Tanvi Uday Varun Vijaya Yash',
  'Zoya',
].flatMap((row) => row.split(' '));
const initials = 'ABCDGHJKLMNPRSTV';

/**
 * The invented masked name of the n-th seeded (simulated) player, such as "Pr•••a K.". Names repeat after a few hundred
 * players.
 * @param n number of the seeded player, counted from 0
 */
export function playerAlias(n: number): string {
  const name = firstNames[n % firstNames.length] ?? 'Asha';
  // Each name is combined with every initial, because the step of 5 and the number of initials share no factor.
  const initial = initials.charAt(
    ((n % firstNames.length) + 5 * Math.floor(n / firstNames.length)) % initials.length,
  );
  return `${name.slice(0, 2)}•••${name.slice(-1)} ${initial}.`;
}
