/**
 * Types made by chance: each is refused or means in its schema what the compiler says. The same types each
 * time, so that a failure is a change's; others are tried with `TYPES_SEED=… TYPES_RUNS=5000`.
 */

import { beforeAll, expect, test } from 'vitest'
import { fc } from '../../support/seeded-fast-check.ts'
import { createFolder } from '../temporary-plugins.ts'
import { arbitrarySubject } from './arbitrary-types.ts'
import { type Findings, findFaults } from './find-faults.ts'
import { formatFault, type Subject } from './subjects.ts'

const { TYPES_SEED = '8', TYPES_RUNS = '400' } = process.env
const parameters = { seed: Number(TYPES_SEED), numRuns: Number(TYPES_RUNS) }
const verdicts = new Map<string, string | null>()
let findings: Findings

beforeAll(() => {
  // All in one program; only smaller ones, when one fails, are judged alone.
  const subjects = fc.sample(arbitrarySubject, parameters)
  findings = findFaults(createFolder({}), subjects)
  for (const { type } of subjects) verdicts.set(type, null)
  for (const fault of findings.faults) verdicts.set(fault.subject.type, formatFault(fault))
})

function judgeAlone(subject: Subject): string | null {
  const [fault] = findFaults(createFolder({}), [subject]).faults
  const verdict = fault ? formatFault(fault) : null
  verdicts.set(subject.type, verdict)
  return verdict
}

test('refuses a type or gives the schema that the compiler means', () => {
  const property = fc.property(arbitrarySubject, (subject) => {
    const known = verdicts.get(subject.type)
    const verdict = known === undefined ? judgeAlone(subject) : known
    if (verdict !== null) throw new Error(`${verdict}\n${findings.faults.length} types are at fault in all`)
  })
  fc.assert(property, { ...parameters, endOnFailure: false, interruptAfterTimeLimit: 90_000 })
})

test('reads most types, and can judge almost all that it reads', () => {
  const { read, refused, unjudged } = findings
  expect(read.length / (read.length + refused.length)).toBeGreaterThan(0.6)
  expect(unjudged.length / read.length).toBeLessThan(0.03)
})
