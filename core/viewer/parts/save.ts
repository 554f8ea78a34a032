/** Makes the browser save bytes as a file. */
export function saveFile(fileName: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // The browser has taken the bytes by the next turn of the event loop; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
