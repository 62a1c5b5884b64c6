const unsafeInScript = /[<>&\u2028\u2029]/g;

/**
 * The one way in which data gets into a page: JSON for the inside of a `<script type="application/json">`.
 * Nothing in it can end the element or open a comment (HTML, "restrictions for contents of script elements"),
 * and `JSON.parse` gives back exactly what went in.
 */
export function serialiseProps(props: object): string {
  return JSON.stringify(props).replace(
    unsafeInScript,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
