/**
 * Stands for the readers of formats in bundles that only find the format of a file: a host reads files in a
 * process of its own, and a page in a worker.
 */
throw new Error('This bundle finds the format of a file, and has no reader.')
