/** Shows a block of code or data, which translation programs must not change. */
export function Code({ text }: { text: string }) {
  return (
    <pre translate="no">
      <code>{text}</code>
    </pre>
  );
}
