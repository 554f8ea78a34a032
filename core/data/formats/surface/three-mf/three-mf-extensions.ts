/** The extensions of 3MF, by the addresses of their names: a prefix stands for what its file says. */
import { refuse } from '../../refusal.ts'

/**
 * Parts of the format that change no place, or that are read: materials, slices beside the mesh, parts with
 * names, and sets of triangles. Their addresses end with a year and a month.
 */
const readParts = ['core', 'material', 'slice', 'production', 'trianglesets']
const words: { readonly [part: string]: string } = {
  beamlattice: 'beam lattices',
  'beamlattice/balls': 'balls of beam lattices',
  booleanoperations: 'boolean operations',
  displacement: 'displacement of surfaces',
  implicit: 'implicit functions',
  securecontent: 'encrypted content',
  volumetric: 'volumetric content',
}
const longestAddress = 80

/**
 * Returns the name of an element of the core or of an extension that is read; that of another one with its
 * extension. A prefix without an address is taken for one of the format.
 */
export function nameElement(name: string, space: string | undefined): string {
  return space === undefined || isRead(space) ? name : `${name} (${sayExtension(space)})`
}

/** Refuses a model that needs an extension that is not read. @throws `file.undecodable` */
export function requireExtensions(needed: string, spaces: ReadonlyMap<string, string>): void {
  for (const prefix of needed.split(/\s+/).filter((name) => name !== '')) {
    const space = spaces.get(prefix)
    if (space !== undefined && isRead(space)) continue
    const found = space === undefined ? `${prefix.slice(0, 20)}, without an address` : sayExtension(space)
    throw refuse(`It needs an extension of 3MF that is not read (${found}); save its mesh as STL.`)
  }
}

function isRead(space: string): boolean {
  return readParts.includes(findPart(space))
}

function sayExtension(space: string): string {
  return words[findPart(space)] ?? space.slice(0, longestAddress)
}

/** Returns the part of the format that an address names; the core of its first drafts has no name. */
function findPart(space: string): string {
  const [found, part = 'core'] =
    /^https?:[/][/][\w.]+[/]3dmanufacturing[/](?:(\w+(?:[/]\w+)?)[/])?\d{4}[/]\d{2}$/.exec(space) ?? []
  return found === undefined ? '' : part
}
