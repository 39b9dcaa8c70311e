import { fileURLToPath } from 'node:url'
import preset from '../../jest.preset.js'

export default { ...preset, globalSetup: fileURLToPath(new URL('global-setup.js', import.meta.url)) }
