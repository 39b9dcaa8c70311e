import preset from '../../jest.preset.js'

/** Each test here starts and stops whole sets of processes. */
export default { ...preset, testTimeout: 60_000 }
