/** Writes the functions of a host as a stub of Python (`.pyi`), for editors and type checkers. */
import { readWantedData, takesData } from '../../domain/data-ref.ts'
import { toCommand } from '../../text/to-command.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../values/json.ts'
import { toDefinitionReference } from '../references.ts'
import { describeValue } from './describe-value.ts'
import { type TypedFunction, takeName, toLine, toTypeName } from './typed-function.ts'
import { partsOfStub, writeStubReturn } from './write-stub-parts.ts'

const identifier = /^[A-Za-z_]\w*$/
/** Words that no parameter can be called; it is given as `**{'class': 1}`. */
const reserved = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for ' +
    'from global if import in is lambda nonlocal not or pass raise return try while with yield self path'
  ).split(' '),
)

function isAttribute(name: string): boolean {
  return identifier.test(name) && !reserved.has(name)
}

/** The types of data and of references to it, which are declared once. */
const dataTypes = `class SpecimenRef(TypedDict):
    """A reference to data: a specimen with its defaults. "part" takes that part of a scene."""
    specimen: str
    part: NotRequired[str]

class CallRef(TypedDict):
    """A reference to data: a call."""
    process: str
    inputs: NotRequired[Mapping[str, Any]]
    part: NotRequired[str]

class FileRef(TypedDict):
    """A reference to data: a file that was brought, by the SHA-256 of its bytes."""
    file: str
    name: NotRequired[str]

DataRef: TypeAlias = SpecimenRef | CallRef | FileRef

class Array(Protocol):
    """An array of NumPy."""
    @property
    def dtype(self) -> Any: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    def astype(self, dtype: Any, /) -> Any: ...

class MeshArrays(TypedDict):
    """A mesh: n x 3 vertices, m x 3 indices, and n x 3 normals."""
    vertices: Array
    indices: Array
    normals: NotRequired[Array]

class PointArrays(TypedDict):
    """A point cloud, or with "starts" lines, with "vectors" arrows, with "texts" labels."""
    points: Array
    colors: NotRequired[Array]
    scalars: NotRequired[Array]
    starts: NotRequired[Array]
    vectors: NotRequired[Array]
    texts: NotRequired[Sequence[str]]

class SampleArrays(TypedDict):
    """A volume of z, y and x, or an image of rows from the top."""
    data: Array
    spacing: NotRequired[Sequence[float]]
    origin: NotRequired[Sequence[float]]

# What a function takes as data: a result, the path of a file, an array or arrays by name, or a reference.
Data: TypeAlias = Result | PathLike[str] | Array | MeshArrays | PointArrays | SampleArrays | DataRef
`

const namesOfData = [...dataTypes.matchAll(/^(?:class )?(\w+)(?=\(|:)/gm)].map(([, name = '']) => name)

/** The classes that a stub needs beside its functions, in the order in which they are found. */
interface Stub {
  readonly taken: Set<string>
  readonly classes: string[]
}

/** The schema that references lead into, and the name of what is being written. */
interface Place {
  readonly root: JsonObject
  readonly name: string
  /** References that are being followed. */
  readonly open: ReadonlySet<string>
}

/** Returns a stub; `source` is the address or folder that the functions were read from. */
export function writeStubs(functions: readonly TypedFunction[], source: string): string {
  const taken = new Set(['Functions', '_Name', '_Parts', ...namesOfData])
  const stub: Stub = { taken, classes: [] }
  const written = functions.map((each) => writeFunction(each, stub))
  return [
    `# Made by: ${toCommand(`types ${toLine(source)}`)}. Make it again when the functions have changed.`,
    'from collections.abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView',
    'from os import PathLike',
    'from typing import Any, Generic, Literal, Protocol, TypeVar',
    '',
    // Type checkers have it, and no Python runs a stub.
    'from typing_extensions import NotRequired, TypeAlias, TypedDict',
    '',
    'from specimen_host import Frame, Host, Parts, Result, Run',
    '',
    partsOfStub,
    ...(functions.some(({ schema }) => takesData(schema)) ? [dataTypes] : []),
    ...stub.classes,
    ...written.map(({ text }) => text),
    'class Functions(Host):',
    '    """The functions of the host, by the names of their specimens: `cast(Functions, connect(url))`."""',
    ...written.map(({ attribute, name }) => `    ${attribute}: ${name}`),
    ...(written.length === 0 ? ['    ...'] : []),
    '',
  ].join('\n')
}

function writeFunction({ id, description, schema, returns }: TypedFunction, stub: Stub) {
  const name = takeName(`_${toTypeName(id)}`, stub.taken)
  const { result, run, classes } = writeStubReturn(returns, { name, taken: stub.taken, isAttribute })
  stub.classes.push(...classes)
  const { properties, required = [] } = schema
  const sayable = Object.entries(properties).filter(([each]) => isAttribute(each))
  const parameters = sayable.map(([each, value]) => {
    const place = { root: schema, name: toTypeName(id, each), open: new Set<string>() }
    return `${each}: ${toType(value, place, stub)}${required.includes(each) ? '' : ' = ...'}`
  })
  const others = sayable.length < Object.keys(properties).length ? ['**others: Any'] : []
  const keywordOnly = parameters.length > 0 ? ['*', ...parameters] : []
  const takes = (...first: readonly string[]): string => [...first, '/', ...keywordOnly, ...others].join(', ')
  const lines = Object.entries(properties).flatMap(([each, value]) => {
    const said = describeValue(value)
    return said === '' ? [] : [`        ${each}: ${toText(said)}`]
  })
  const doc = ['        """', `        ${toText(description)}`, '', ...lines, '        """']
  // No subclass of Specimen, whose methods take any parameters: narrower ones are errors to type checkers.
  const text = [
    `class ${name}:`,
    '    id: str',
    '    is_dynamic: bool',
    '    metadata: dict[str, Any]',
    `    def __call__(${takes('self')}) -> ${result}:`,
    ...doc,
    `    def start(${takes('self')}) -> ${run}: ...`,
    `    def facts(${takes('self')}) -> dict[str, Any]: ...`,
    `    def provenance(${takes('self')}) -> dict[str, Any]: ...`,
    `    def view(${takes('self')}) -> Frame: ...`,
    `    def save(${takes('self', 'path: str | PathLike[str]')}) -> tuple[str, ...]: ...`,
    '',
  ].join('\n')
  return { name, attribute: id.replace(/[^\p{L}\p{N}]/gu, '_'), text }
}

function toType(schema: Json | undefined, place: Place, stub: Stub): string {
  if (!isJsonObject(schema)) return 'Any'
  const { $ref, const: only, enum: choices, anyOf, oneOf } = schema
  const wanted = readWantedData(schema)
  if (wanted) return wanted.kinds.includes('file') ? 'PathLike[str] | SpecimenRef | FileRef' : 'Data'
  if (typeof $ref === 'string') return followReference($ref, place, stub)
  if (only !== undefined) return toLiterals([only])
  if (isJsonArray(choices)) return toLiterals(choices)
  const branches = isJsonArray(anyOf) ? anyOf : isJsonArray(oneOf) ? oneOf : null
  if (branches) return joinUnion(branches.map((branch) => toType(branch, place, stub)))
  const { type } = schema
  const names = isJsonArray(type) ? type : [type]
  return joinUnion(names.map((name) => toNamed(name, schema, place, stub)))
}

/** A type that contains itself ends at its first repetition. */
function followReference(reference: string, { root, name, open }: Place, stub: Stub): string {
  const { $defs } = root
  const defs = Object.entries(isJsonObject($defs) ? $defs : {})
  const found = defs.find(([each]) => toDefinitionReference(each) === reference)
  if (!found || open.has(reference)) return 'Any'
  return toType(
    found[1],
    { root, name: toTypeName(name, found[0]), open: new Set([...open, reference]) },
    stub,
  )
}

function toNamed(type: Json | undefined, schema: JsonObject, place: Place, stub: Stub): string {
  const { items, prefixItems, minItems } = schema
  switch (type) {
    case 'number':
      return 'float'
    case 'integer':
      return 'int'
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case 'array': {
      const first = isJsonArray(prefixItems) ? prefixItems : []
      const elements = [...first, ...(items === false ? [] : [items])]
      const types = elements.map((each) => toType(each, place, stub))
      // Of another length, or with a rest, a tuple of Python cannot say which value stands where.
      const isFixed = first.length > 0 && items === false && minItems === first.length
      return isFixed ? `tuple[${types.join(', ')}]` : `Sequence[${joinUnion(types)}]`
    }
    case 'object':
      return toClass(schema, place, stub)
    default:
      return 'Any'
  }
}

function toClass(schema: JsonObject, place: Place, stub: Stub): string {
  const { properties, required, additionalProperties } = schema
  const named = Object.entries(isJsonObject(properties) ? properties : {})
  const isOpen = additionalProperties !== undefined && additionalProperties !== false
  if (named.length === 0 || isOpen || named.some(([each]) => !isAttribute(each))) return 'Mapping[str, Any]'
  const name = takeName(`_${place.name}`, stub.taken)
  const needed = isJsonArray(required) ? required : []
  const members = named.map(([each, value]) => {
    const type = toType(value, { ...place, name: toTypeName(place.name, each) }, stub)
    return `    ${each}: ${needed.includes(each) ? type : `NotRequired[${type}]`}`
  })
  stub.classes.push(`class ${name}(TypedDict):\n${members.join('\n')}\n`)
  return name
}

/** A `Literal` has texts, whole numbers, `True`, `False` and `None`; of other values the type remains. */
function toLiterals(values: readonly Json[]): string {
  return joinUnion(
    values.map((value) => {
      if (value === null) return 'None'
      if (typeof value === 'boolean') return `Literal[${value ? 'True' : 'False'}]`
      if (typeof value === 'string') return `Literal[${JSON.stringify(value)}]`
      if (typeof value === 'number') return Number.isSafeInteger(value) ? `Literal[${value}]` : 'float'
      return 'Any'
    }),
  )
}

function joinUnion(types: readonly string[]): string {
  const all = [...new Set(types)]
  if (all.includes('Any') || all.length === 0) return 'Any'
  return all.join(' | ')
}

function toText(text: string): string {
  return toLine(text).replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')
}
