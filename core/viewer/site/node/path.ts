/** The part of `node:path` that a bundle in a page has, for the paths of its own files. */

const sep = '/'

function join(...parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join(sep)
  const steps: string[] = []
  for (const step of text.split(sep)) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return text.startsWith(sep) ? sep + steps.join(sep) : steps.join(sep) || '.'
}

function resolve(...parts: readonly string[]): string {
  const start = parts.findLastIndex((part) => part.startsWith(sep))
  return join(...(start < 0 ? ['/bundle', ...parts] : parts.slice(start)))
}

function dirname(path: string): string {
  return path.slice(0, path.lastIndexOf(sep)) || (path.startsWith(sep) ? sep : '.')
}

function basename(path: string, ending = ''): string {
  const name = path.slice(path.lastIndexOf(sep) + 1)
  return ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name
}

function extname(path: string): string {
  return /[^/]([.][^./]*)$/.exec(path)?.[1] ?? ''
}

export { basename, dirname, extname, join, resolve, sep }
export default { basename, dirname, extname, join, resolve, sep }
