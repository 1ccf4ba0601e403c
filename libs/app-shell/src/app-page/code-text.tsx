/**
 * One line of text in which `backticks` mark a name, a setting or a command. An unpaired backtick stays as it
 * is.
 */
export function CodeText({ text }: { text: string }) {
  // Every second part is a marked one.
  return text.split(/(`[^`]+`)/).map((part, position) =>
    position % 2 === 1 ? (
      <code translate="no" key={position}>
        {part.slice(1, -1)}
      </code>
    ) : (
      part
    ),
  );
}
