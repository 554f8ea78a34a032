/**
 * Syntax gives order and places, and never meaning: here it is read wrongly, and every schema of the cases
 * must mean what it meant.
 */
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { checkSignature } from '../../../build/check/check-signature.ts'
import { deriveSchema } from '../../../build/derive/derive-schema.ts'
import { discoverPlugins } from '../../../build/files/discover.ts'
import { hasErrors } from '../../../build/model/diagnostics.ts'
import type { FunctionSignature } from '../../../build/model/signature.ts'
import { createReader } from '../../../build/read/read-sources.ts'
import type { Syntax, Written } from '../../../build/read/written.ts'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { createFolder } from '../temporary-plugins.ts'
import { arbitrarySubject } from './arbitrary-types.ts'
import { isSameMeaning } from './same-meaning.ts'
import { toPlugins } from './subjects.ts'

const sdkFile = fileURLToPath(new URL('../../../core/plugin.ts', import.meta.url))
const { plugins: cases } = discoverPlugins(fileURLToPath(new URL('../accepts', import.meta.url)))
/** The cases, and types made by chance. */
const plugins = [
  ...cases,
  ...toPlugins(createFolder({}), fc.sample(arbitrarySubject, { seed: 8, numRuns: 200 })),
]
/** `wrong`: rows in another order and places of others; `none`: no answer about syntax at all. */
type Reading = 'right' | 'wrong' | 'none'
const state = vi.hoisted((): { reading: Reading } => ({ reading: 'right' }))

vi.mock(import('../../../build/read/syntax.ts'), async (importOriginal) => {
  const { createSyntax } = await importOriginal()
  return {
    createSyntax: (compiler) => {
      const right = createSyntax(compiler)
      if (state.reading === 'none')
        return { ...right, listChoices: () => [], listProperties: () => [], findElement: () => null }
      return state.reading === 'wrong' ? readWrongly(right) : right
    },
  }
})

/** Turns every row round, and has each member written where another is. */
function readWrongly(syntax: Syntax): Syntax {
  return {
    ...syntax,
    listChoices: (written) => rotate(syntax.listChoices(written)),
    listProperties: (written) => rotate(syntax.listProperties(written)),
    findElement: (written, index) => syntax.findElement(written, index + 1),
  }
}

function rotate<T extends { readonly written: Written | null }>(row: readonly T[]): T[] {
  const turned = row.map((item, i) => ({ ...item, written: row[(i + 1) % row.length]?.written ?? null }))
  // A choice is always written somewhere.
  return turned.map((item, i) => (item.written ? item : (row[i] ?? item))).reverse()
}

function read(reading: Reading): FunctionSignature[] {
  state.reading = reading
  return createReader(sdkFile)(plugins).flatMap(({ functions }) => functions)
}

/** Null where the signature is refused. */
function derive(signature: FunctionSignature): ParameterSchema | null {
  return hasErrors(checkSignature(signature)) ? null : deriveSchema(signature)
}

test.each(['wrong', 'none'] as const)(
  'gives every schema the same meaning when syntax is read %s',
  (reading) => {
    const [right, wrong] = [read('right'), read(reading)]
    expect(right.length).toBeGreaterThan(200)
    expect(wrong.map(({ name }) => name)).toEqual(right.map(({ name }) => name))
    const pairs = right.map((signature, i) => ({
      name: signature.name,
      before: derive(signature),
      after: derive(wrong[i] ?? signature),
    }))
    const differ = pairs.filter(({ before, after }) => {
      return before && after ? !isSameMeaning(before, after) : before !== after
    })
    expect(differ).toEqual([])
    const moved = pairs.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    expect(moved.length).toBeGreaterThan(30) // it was read wrongly indeed
  },
)
