/** Lets the browser save bytes as a file. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has taken what it needs by the next turn of the event loop; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
