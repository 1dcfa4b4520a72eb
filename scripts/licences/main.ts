// `npm run licences`: lists the packages that are installed with the product, with their licences.
import { dependencies } from './licences.ts'

const all = dependencies()
for (const { name, version, licence } of all) console.log(`${licence.padEnd(28)} ${name} ${version}`)
const counts = Map.groupBy(all, ({ licence }) => licence)
console.log([...counts].map(([licence, some]) => `${licence} ${some.length}`).join(', '))
