import { number, type OptionTable, optionalText, text } from './option.ts'

/** Options: the address of a host. */
export const whereOptions = {
  host: text({
    default: '127.0.0.1',
    placeholder: 'ADDRESS',
    help: 'address to listen on; the default is reachable from this machine only',
  }),
  port: number({
    default: 8000,
    unit: 'PORT',
    min: 0,
    max: 65535,
    help: 'port to listen on; 0 takes a free one',
  }),
  basePath: optionalText({
    placeholder: 'PATH',
    help: 'path below which a proxy shows this host, such as /lab; with or without it in requests',
  }),
  publicName: optionalText({
    placeholder: 'NAMES',
    help: 'names by which clients reach this host, with commas; addresses and localhost need not be named',
  }),
  trustProxy: optionalText({
    placeholder: 'ADDRESSES',
    help: 'proxies whose X-Forwarded headers (Prefix, Host, For) count: addresses or networks, with commas',
  }),
} as const satisfies OptionTable
