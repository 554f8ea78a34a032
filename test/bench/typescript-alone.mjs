/**
 * What of reading plugins is the compiler's: opens the plugins of a folder as the build does, asks the checker
 * for the type of each parameter and result of each exported function, and does nothing else. `bundleAlone`
 * writes that as a program, which takes the folder.
 */
import { fileURLToPath } from 'node:url'
import { bundleCore } from './bundle-core.mjs'

const contents = `
  import { readdirSync } from 'node:fs'
  import { join } from 'node:path'
  import { openCompiler, startCompiler } from './build/read/compiler.ts'

  const [, , folder, sdkFile] = process.argv
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts')).map((name) => join(folder, name))
  const session = startCompiler()
  const { ts, program, checker } = openCompiler(files, sdkFile, session)
  let types = 0
  for (const file of files) {
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))) {
      const signature = checker.getSignatureFromDeclaration(symbol.valueDeclaration)
      types += signature.parameters.map((parameter) => checker.getTypeOfSymbol(parameter)).length
      types += checker.getReturnTypeOfSignature(signature) ? 1 : 0
    }
  }
  session.keepCode()
  if (types !== files.length * 15) throw new Error(types + ' types of ' + files.length + ' files')
`

/** Returns the path of the program. */
export async function bundleAlone() {
  return fileURLToPath(await bundleCore('typescript-alone', contents))
}
