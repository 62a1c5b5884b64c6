/**
 * Returns whether a person is at least 18 years old on the day `today`.
 * @param birthDate, today ISO days in the site's time zone
 */
export function isOfAge(birthDate: string, today: string): boolean {
  const year = Number(birthDate.slice(0, 4)) + 18;
  return `${String(year).padStart(4, '0')}${birthDate.slice(4)}` <= today;
}
