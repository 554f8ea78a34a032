/** The forms that members of results have: the words of the table of kinds. */
import type { Dtype } from './elements.ts'

/** A member of a result, by its form. Descriptions begin with a capital and have no full stop. */
export type ResultMember = { readonly description: string } & (
  | {
      /** A whole number from 1 to `most`, or to 2^53 - 1. */
      readonly form: 'extent'
      readonly most?: number
    }
  /** Samples along each axis, slowest first: three axes, each at least 1, from a function. */
  | { readonly form: 'shape' }
  | {
      /** One number for each axis, slowest axis first. Optional. */
      readonly form: 'vector'
      readonly values: 'positive' | 'finite'
      /** A member that envelopes lack: beside it they leave this one out, which would say something else. */
      readonly notBeside?: string
    }
  /**
   * The direction of each axis: three rows of three numbers, the world's axes, whose columns are the axes of
   * the array, both slowest first. Columns have the length 1 and span a space. Optional, and absent from
   * envelopes.
   */
  | { readonly form: 'matrix' }
  /** Three finite numbers, x, y, z. Optional, and absent from envelopes. */
  | { readonly form: 'place' }
  | {
      /** An array with one element type: numbers in JSON; a count, a dtype and a block in an envelope. */
      readonly form: 'list'
      readonly dtype: 'float32' | 'uint32' | 'uint8'
      readonly optional: boolean
      /** Elements that belong together: three for a point or a triangle. The length is a multiple. */
      readonly group: number
      /** The list above that has as many groups; null when any number is right. */
      readonly per: string | null
      /**
       * Indices count the groups of a list above, from 0; `starts` cut it into runs, so they begin with 0 and
       * grow.
       */
      readonly values: 'any' | 'finite' | { readonly kind: 'indices' | 'starts'; readonly list: string }
      /** Set when a function may return an empty array in place of none. */
      readonly emptyIsNone?: true
      /** `vertex` for `vertex_count` and `vertex_dtype`, and the elements counted as one; null: absent. */
      readonly envelope: { readonly prefix: string; readonly unit: number } | null
    }
  | {
      /**
       * An array whose own class decides the element type, which is the member `dtype` of the result: base64
       * in JSON, a block in an envelope.
       */
      readonly form: 'samples'
      readonly dtypes: readonly Dtype[]
      /** Set when a Uint8ClampedArray counts as uint8. */
      readonly takesClamped: boolean
      /** The extents and shapes above whose product is the length. */
      readonly productOf: readonly string[]
    }
  | {
      /** A short text. Optional, and absent from envelopes. */
      readonly form: 'text'
      /** Texts that it may be, as a regular expression; absent for any. */
      readonly pattern?: string
    }
  /** Two finite numbers, the first below the second. Optional, and absent from envelopes. */
  | { readonly form: 'range' }
  /** A whole number of at least 0. Optional, and absent from envelopes. */
  | { readonly form: 'count' }
  /** Short sentences, as `notes.ts` bounds them. Optional, absent from envelopes, and in a header. */
  | { readonly form: 'texts' }
  /** Values with names and colours, as `labels.ts` bounds them. Optional, and absent from envelopes. */
  | { readonly form: 'labels' }
  | {
      /** A text for each group of the list above, as `captions.ts` bounds them: a block in an envelope. */
      readonly form: 'captions'
      readonly per: string
      /** `text` for `text_count` and `text_bytes`. */
      readonly envelope: { readonly prefix: string }
    }
  | {
      /** One of some words. Optional; in an envelope as in JSON. */
      readonly form: 'choice'
      readonly choices: readonly string[]
    }
  /** The name of one of a table's columns. Optional; in an envelope as in JSON. */
  | { readonly form: 'column' }
  /**
   * Columns of one length, as `columns.ts` bounds them: a block each in an envelope. Those of numbers are
   * arrays of the result, named `columns/0` by their place.
   */
  | { readonly form: 'columns' }
  /** Parts by name, each a result of another kind with its look and place, as `scene.ts` bounds them. */
  | { readonly form: 'parts' }
)

/** A member of one form. */
export type Member<Form extends ResultMember['form']> = Extract<ResultMember, { readonly form: Form }>

/** Returns true when a result may lack a member. */
export function isOptional(member: ResultMember): boolean {
  if (member.form === 'list') return member.optional
  return ['vector', 'choice', 'column'].includes(member.form) || isBeyondEnvelope(member)
}

/** Returns true for a member of a form that version 1 of the envelope has no place for. */
export function isBeyondEnvelope({ form }: ResultMember): boolean {
  return ['matrix', 'place', 'text', 'count', 'texts', 'labels', 'range'].includes(form)
}
