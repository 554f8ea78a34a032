import { basename } from 'node:path'
import type { FileReference } from '../read/file-references.ts'
import type { ImportRefusal } from './asset-kinds.ts'

/** The reason why a bundle lacks what an expression reaches. */
export type Unreached = 'computed' | 'folder' | 'missing' | 'relative'

/** Returns the sentences about a place in an author's module that reaches what no bundle holds. */
export function describeReference(
  { form, target, excerpt }: Pick<FileReference, 'form' | 'target' | 'excerpt'>,
  why: Unreached,
  path: string,
): ImportRefusal {
  const place = `\`${excerpt}\``
  if (why === 'missing')
    return {
      found: `${place} leads to no file: there is no ${target} beside ${basename(path)}.`,
      remedy: 'Correct it. Behind new URL, # and ? in a name are written %23 and %3F, and % is %25.',
    }
  if (why === 'folder')
    return {
      found: `${place} is a folder, and a bundle carries single files: when it runs, nothing is there.`,
      remedy: "Name each file: new URL('./data/a.bin', import.meta.url), or import a from './data/a.bin'.",
    }
  if (form === 'worker')
    return {
      found: `${place} begins at the folder in which the host runs, and the bundle lacks that module.`,
      remedy: `Write new Worker(new URL('${target}', import.meta.url)), which is bundled.`,
    }
  if (form === 'module')
    return {
      found: `${place} is loaded by Node when the function runs, and the bundle lacks it.`,
      remedy: `Import it, which bundles it: import value from '${target ?? './name.json'}'.`,
    }
  if (form === 'folder')
    return {
      found: `${place} names a module only when it runs, and the bundle lacks it.`,
      remedy:
        "Begin with a folder: import('./parts/' + name + '.ts') bundles all such files of it. " +
        'Or choose among imports of constant paths.',
    }
  if (form === 'resolved-url' || form === 'resolved-path')
    return {
      found: `${place} asks Node for a place when the function runs, and the bundle lacks what is there.`,
      remedy:
        "Name the file itself: import value from './name.json', or new URL('./name.bin', import.meta.url).",
    }
  return {
    found: `${place} names a file only when it runs, and the bundle lacks it.`,
    remedy: "Name each file: { a: new URL('./a.bin', import.meta.url), … }, and choose among these.",
  }
}
