/** The host's OpenAPI document as the fuzzing reads it: its operations, and what each may answer. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Body } from '../support/api.ts'

export type Schema = { readonly [keyword: string]: Body }

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

export interface Operation {
  /** As in `GET /api/specimens/`. */
  readonly name: string
  readonly method: string
  /** With `{name}` where a path parameter stands. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Undefined for operations that take no body. */
  readonly body: Schema | undefined
  /** Answers by status. */
  readonly responses: {
    readonly [status: string]: { readonly content?: { readonly [mediaType: string]: object } }
  }
}

const methods = ['get', 'post', 'delete', 'put', 'patch', 'head']

/**
 * Returns every operation of a document, with its references resolved one level deep where the fuzzing looks.
 */
export function listOperations(document: Body): Operation[] {
  const resolve = (value: Body): Body => (value?.$ref ? resolve(at(document, value.$ref)) : value)
  return Object.entries<Body>(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const { parameters = [], requestBody, responses } = item[method]
        const body = resolve(requestBody)?.content?.['application/json']?.schema
        return {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          parameters: [...(item.parameters ?? []), ...parameters].map(resolve).map((parameter: Body) => ({
            ...parameter,
            required: parameter.required === true,
            schema: resolve(parameter.schema) ?? {},
          })),
          body: body && resolve(body),
          responses: Object.fromEntries(
            Object.entries<Body>(responses).map(([status, given]) => [status, resolve(given)]),
          ),
        }
      }),
  )
}

/** Returns the errors of an answer by its declared schema, or undefined when it fits. */
export type Judge = (schema: object, value: unknown) => string | undefined

/** Returns what judges the JSON answers of a document. */
export function createJudge(document: Body): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document, $id: 'openapi' })
  const known = new Map<object, ValidateFunction>() // compiling takes far longer than judging
  return (schema, value) => {
    const validate = known.get(schema) ?? ajv.compile(absolute(schema))
    known.set(schema, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

/** References of a schema that is compiled by itself lead into the document. */
function absolute(value: Body): Body {
  if (Array.isArray(value)) return value.map(absolute)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries<Body>(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? member.replace(/^#/, 'openapi#') : absolute(member),
    ]),
  )
}

function at(document: Body, pointer: string): Body {
  const names = pointer.slice(2).split('/')
  return names.reduce((node, name) => node[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}
