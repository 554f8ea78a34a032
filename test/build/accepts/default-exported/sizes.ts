export default { small: 1, list: [1, 2] } as const
