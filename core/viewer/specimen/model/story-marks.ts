/**
 * The marks in an author's text: links and emphasis are all that is read of Markdown; addresses of the web
 * are links as they are. The groups are a label, its target, what is emphasised, and an address.
 */
export const storyMarks =
  /\[([^[\]]+)\]\(([^()\s]+)\)|(?<![\w*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|(https?:\/\/[^\s<>"]+)/g

/** Returns the words of an author's text, without its links and emphasis. */
export function toPlainStory(text: string): string {
  return text.replace(
    storyMarks,
    (whole, label?: string, _target?: string, emphasis?: string) => label ?? emphasis ?? whole,
  )
}
