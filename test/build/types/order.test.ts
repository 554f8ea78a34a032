/**
 * Syntax gives order and places, and never meaning: here it is read wrongly, and every schema of the cases
 * must mean what it meant.
 */
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { deriveSchema } from '../../../build/derive/derive-schema.ts'
import { discoverPlugins } from '../../../build/files/discover.ts'
import type { FunctionSignature } from '../../../build/model/signature.ts'
import { readSignatures } from '../../../build/read/read-signature.ts'
import type { Syntax, Written } from '../../../build/read/written.ts'
import { isSameMeaning } from './same-meaning.ts'

const sdkFile = fileURLToPath(new URL('../../../core/plugin.ts', import.meta.url))
const { plugins } = discoverPlugins(fileURLToPath(new URL('../accepts', import.meta.url)))
const reading = vi.hoisted(() => ({ isWrong: false }))

vi.mock(import('../../../build/read/syntax.ts'), async (importOriginal) => {
  const { createSyntax } = await importOriginal()
  return {
    createSyntax: (compiler) =>
      reading.isWrong ? readWrongly(createSyntax(compiler)) : createSyntax(compiler),
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

function read(isWrong: boolean): FunctionSignature[] {
  reading.isWrong = isWrong
  return readSignatures(plugins, sdkFile).flatMap(({ functions }) => functions)
}

test('gives every schema the same meaning when the order of the author is read wrongly', () => {
  const [right, wrong] = [read(false), read(true)]
  expect(right.length).toBeGreaterThan(200)
  expect(wrong.map(({ name }) => name)).toEqual(right.map(({ name }) => name))
  const pairs = right.map((signature, i) => ({
    name: signature.name,
    before: deriveSchema(signature),
    after: deriveSchema(wrong[i] ?? signature),
  }))
  expect(pairs.filter(({ before, after }) => !isSameMeaning(before, after))).toEqual([])
  const moved = pairs.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  expect(moved.length).toBeGreaterThan(30) // it was read wrongly indeed
})
