/** Text from outside, made safe to show on a terminal and in a log. */

/** Returns the text with its control characters (C0 but tab and line end, DEL, C1) written out: `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
