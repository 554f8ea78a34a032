/** Returns the remedy for an import whose path leads nowhere. */
export function adviseModule(path: string): string {
  if (/^(\.{0,2}\/|[A-Za-z]:)/.test(path)) return 'Correct the path.'
  if (path.startsWith('#')) return 'Name it in "imports" of the package.json above the plugins.'
  const [scope = '', name] = path.split('/')
  const wanted = scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope
  return (
    `Install the package: npm install ${wanted}. If it is none, write a relative path, or name it in ` +
    '"imports" of package.json ("#lib/*": "./lib/*") and import it as such: ' +
    '"paths" of a tsconfig.json are not read.'
  )
}
