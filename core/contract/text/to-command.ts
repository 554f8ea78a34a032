/**
 * Returns a command of this package as a person can type it. A project has it in `node_modules`, where no
 * shell looks; npx finds it there and in a global installation, and `--no` keeps it from asking a registry.
 */
export function toCommand(command: string): string {
  return `npx --no -- specimen ${command}`
}
