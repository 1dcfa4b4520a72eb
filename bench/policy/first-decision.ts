// Prints the milliseconds from before the policy is loaded until after the first decision.
const began = performance.now()
const { compilePolicy, decide, readCallText } = await import('@countersign/policy')
const place = { workspace: '/home/dev/project', cwd: '/home/dev/project', home: '/home/dev' }
const policy = compilePolicy({
  mode: 'default',
  layers: [{ layer: 'user', lists: { allow: ['terminal.exec(npm run *)'] } }],
})
decide(readCallText('cd packages/app && npm run build | tail -20', place), policy)
process.stdout.write(String(performance.now() - began))
