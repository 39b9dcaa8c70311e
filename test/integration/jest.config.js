import { fileURLToPath } from 'node:url'
import preset from '../../jest.preset.js'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))

export default { ...preset, globalSetup: path('global-setup.js'), globalTeardown: path('global-teardown.js') }
