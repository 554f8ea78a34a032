/** Returns true for an address that only this machine can reach or send from. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === 'localhost' || plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

/** Returns true for the address of `--host` that stands for all addresses of the machine. */
export function isEveryAddress(host: string): boolean {
  return /^(0(\.0){0,3}|[0:]*::[0:]*)$/.test(host)
}
