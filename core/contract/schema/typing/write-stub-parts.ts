/** The classes of a Python stub for what a function that returns a scene gives. */
import { namesParts, type SceneShape } from '../../domain/result/returned.ts'
import { takeName } from './typed-function.ts'

/** Names that `Parts` of the client has of its own: parts of these names are items alone. */
const methods = new Set(['get', 'items', 'keys', 'values'])

/** The class of which those of named parts are: a mapping, as `Parts` is, that takes no other name. */
export const partsOfStub = [
  "_Name = TypeVar('_Name', bound=str, contravariant=True)",
  '',
  'class _Parts(Generic[_Name]):',
  '    def __getitem__(self, name: _Name, /) -> Result: ...',
  '    def get(self, name: _Name, /) -> Result | None: ...',
  '    def __contains__(self, name: object, /) -> bool: ...',
  '    def __iter__(self) -> Iterator[str]: ...',
  '    def __len__(self) -> int: ...',
  '    def keys(self) -> KeysView[str]: ...',
  '    def values(self) -> ValuesView[Result]: ...',
  '    def items(self) -> ItemsView[str, Result]: ...',
  '',
].join('\n')

/** The words of a stub for what a function returns. */
export interface StubReturn {
  /** The type of a result, and that of a run. */
  readonly result: string
  readonly run: string
  /** The classes that these names need, beside {@link partsOfStub}. */
  readonly classes: readonly string[]
}

/** The names of a stub. */
export interface StubNames {
  /** The class of the function, with which those of its result begin. */
  readonly name: string
  readonly taken: Set<string>
  /** Returns whether Python can name an attribute so. */
  readonly isAttribute: (name: string) => boolean
}

/**
 * Returns the types of a result; parts of a scene are items, and attributes where Python can name them so.
 */
export function writeStubReturn(
  returns: SceneShape | undefined,
  { name, taken, isAttribute }: StubNames,
): StubReturn {
  if (!returns) return { result: 'Result', run: 'Run', classes: [] }
  const result = takeName(`${name}Result`, taken)
  const run = takeName(`${name}Run`, taken)
  const toClasses = (parts: string): readonly string[] => [
    `class ${result}(Result):\n    parts: ${parts}\n`,
    `class ${run}(Run):\n    @property\n    def result(self) -> ${result}: ...\n`,
  ]
  if (!namesParts(returns)) return { result, run, classes: toClasses('Parts') }
  const parts = takeName(`${name}Parts`, taken)
  const names = Object.keys(returns.parts)
  const { optional = [] } = returns
  const attributes = names.filter((part) => isAttribute(part) && !part.startsWith('_') && !methods.has(part))
  const members = attributes.map((part) => `    ${part}: Result${optional.includes(part) ? ' | None' : ''}`)
  const literals = names.map((part) => JSON.stringify(part)).join(', ')
  const head = `class ${parts}(_Parts[Literal[${literals}]]):`
  const own = [head, ...(members.length > 0 ? members : ['    ...']), ''].join('\n')
  return { result, run, classes: [own, ...toClasses(parts)] }
}
