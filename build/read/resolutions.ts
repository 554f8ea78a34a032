import { dirname } from 'node:path'
import type { ts } from './load-compiler.ts'

/** The target of an import, and every path tried on the way, there or not. */
export interface Resolution {
  readonly found: string | undefined
  readonly asked: ReadonlySet<string>
}

/** The imports of a program's modules. */
export interface Resolutions {
  readonly hooks: Pick<
    ts.CompilerHost,
    'resolveModuleNameLiterals' | 'resolveTypeReferenceDirectiveReferences'
  >
  readonly of: (file: string) => readonly Resolution[]
}

/** Returns hooks that resolve imports once a folder, and record the files and folders they look up. */
export function recordResolutions(typescript: typeof ts, host: ts.CompilerHost): Resolutions {
  const byFile = new Map<string, Resolution[]>()
  const known = new Map<string, { readonly answer: unknown; readonly asked: ReadonlySet<string> }>()
  const resolve = <Answer>(
    key: string,
    work: (host: ts.ModuleResolutionHost) => Answer,
  ): [Answer, ReadonlySet<string>] => {
    const before = known.get(key)
    if (before) return [before.answer as Answer, before.asked] // made below for the same key
    const asked = new Set<string>()
    const answer = work(watchHost(host, asked))
    known.set(key, { answer, asked })
    return [answer, asked]
  }
  const add = (file: string, found: string | undefined, asked: ReadonlySet<string>): void => {
    const list = byFile.get(file) ?? []
    list.push({ found, asked })
    byFile.set(file, list)
  }
  return {
    of: (file) => byFile.get(file) ?? [],
    hooks: {
      resolveModuleNameLiterals: (literals, file, ...[redirected, options, source]) =>
        literals.map((literal) => {
          const mode = typescript.getModeForUsageLocation(source, literal, options)
          const [answer, asked] = resolve(`${dirname(file)}\n${literal.text}\n${mode}`, (watched) =>
            typescript.resolveModuleName(literal.text, file, options, watched, undefined, redirected, mode),
          )
          add(file, answer.resolvedModule?.resolvedFileName, asked)
          return answer
        }),
      resolveTypeReferenceDirectiveReferences: (references, file, redirected, options) =>
        references.map((reference) => {
          const name = typeof reference === 'string' ? reference : reference.fileName
          const [answer, asked] = resolve(`${dirname(file)}\n${name}\ntypes`, (watched) =>
            typescript.resolveTypeReferenceDirective(name, file, options, watched, redirected),
          )
          add(file, answer.resolvedTypeReferenceDirective?.resolvedFileName, asked)
          return answer
        }),
    },
  }
}

function watchHost(host: ts.CompilerHost, asked: Set<string>): ts.ModuleResolutionHost {
  const watch =
    <Answer>(ask: (path: string) => Answer) =>
    (path: string): Answer => {
      asked.add(path)
      return ask(path)
    }
  return {
    ...host,
    fileExists: watch((path) => host.fileExists(path)),
    ...(host.directoryExists && { directoryExists: watch((path) => host.directoryExists?.(path) ?? false) }),
  }
}
