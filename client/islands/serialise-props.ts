const unsafeInScript = /[<>&\u2028\u2029]/g;

/**
 * Serialises data as JSON for a `<script type="application/json">` element. No other code writes data into pages. The
 * output cannot end the element or open a comment (HTML, "restrictions for contents of script elements"), and
 * `JSON.parse` returns the same value.
 */
export function serialiseProps(props: object): string {
  return JSON.stringify(props).replace(
    unsafeInScript,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
