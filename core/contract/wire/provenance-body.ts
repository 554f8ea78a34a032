/** The body that tells what a result is made of, as in `bodies.ts`: W3C PROV, in the form of PROV-JSON. */
import { Type } from 'typebox'
import { type Body, object } from './body-parts.ts'

const attribute = Type.Unsafe<string | number | { readonly $: string; readonly type: string } | undefined>({
  description: 'A text or number, or a text `$` of a `type`.',
})
const records = (description: string) =>
  Type.Record(Type.String(), Type.Record(Type.String(), attribute), { description })

/** The schema of {@link ProvenanceBody}. */
export const provenanceBody = object(
  {
    prefix: Type.Record(Type.String(), Type.String()),
    entity: records(
      'Results (`specimen:result-1` is the one that was asked for) with the key of what computes them, ' +
        'files with their hashes, and code with its revision, which is the hash of the manifest of a bundle.',
    ),
    activity: records('Runs with their parameters, in which results stand for references to them.'),
    agent: records('The host with its version, and those who have signed bundles.'),
    used: records('Which run takes which result, at which parameter (`prov:role`).'),
    wasGeneratedBy: records('Which run gives which result.'),
    wasAssociatedWith: records('By which host and code a run is.'),
    wasAttributedTo: records('Who has signed which code, where the host asks for signatures.'),
  },
  'What a result is made of, as PROV-JSON.',
)
/** The body of GET `/api/specimens/{id}/provenance`. */
export type ProvenanceBody = Body<typeof provenanceBody>
