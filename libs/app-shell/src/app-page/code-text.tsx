/**
 * One line of text in which `backticks` mark a name, a setting or a command. An unpaired backtick stays as it
 * is.
 */
export function CodeText({ text }: { text: string }) {
  return text.split(/(`[^`]+`)/).map((part, position) =>
    part.length > 2 && part.startsWith('`') && part.endsWith('`') ? (
      <code translate="no" key={position}>
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  );
}
