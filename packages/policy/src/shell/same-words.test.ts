import { describe, expect, test } from 'vitest'
import { decideText } from '../testing/decide-text.ts'

function verdict(rule: string, command: string): string {
  return decideText('auto', [rule], `terminal.exec(${command})`).verdict
}

describe('P7.20 other words for the same command', () => {
  test.each([
    ['npm install *', 'npm i foo'],
    ['npm install *', 'npm add foo'],
    ['npm install *', 'npm in'],
    ['npm install *', 'npm --silent i foo'],
    ['npm i *', 'npm install foo'],
    ['npm run *', 'npm run-script build'],
    ['npm uninstall *', 'npm rm foo'],
    ['npm publish *', 'npm publ'],
    ['npm exec *', 'npm x foo'],
    ['pnpm install *', 'pnpm i'],
    ['pnpm remove *', 'pnpm un foo'],
    ['bun remove *', 'bun rm foo'],
    ['cargo run *', 'cargo r'],
    ['docker rm *', 'docker container rm -f x'],
    ['docker container rm *', 'docker rm -f x'],
    ['docker rmi *', 'docker image rm x'],
    ['docker push *', 'docker image push x'],
    ['docker build *', 'docker buildx build .'],
    ['podman exec *', 'podman container exec x y'],
    ['helm uninstall *', 'helm del x'],
    ['terraform destroy *', 'terraform apply -destroy'],
    ['kubectl delete namespace *', 'kubectl delete ns prod'],
    ['kubectl delete ns *', 'kubectl delete namespace/prod'],
    ['kubectl delete pod *', 'kubectl -n prod delete po x'],
    ['kubectl delete service *', 'kubectl delete svc x'],
    ['kubectl delete deployment *', 'kubectl delete deploy x'],
    ['kubectl delete node *', 'kubectl delete no x'],
    ['kubectl delete configmap *', 'kubectl delete cm x'],
    ['kubectl delete secret *', 'kubectl delete secrets x'],
    ['kubectl delete daemonset *', 'kubectl delete ds x'],
    ['kubectl delete statefulset *', 'kubectl delete sts x'],
    ['kubectl delete replicaset *', 'kubectl delete rs x'],
    ['kubectl delete ingress *', 'kubectl delete ing x'],
    ['kubectl delete persistentvolume *', 'kubectl delete pv x'],
    ['kubectl delete persistentvolumeclaim *', 'kubectl delete pvc x'],
    ['kubectl delete serviceaccount *', 'kubectl delete sa x'],
    ['kubectl delete horizontalpodautoscaler *', 'kubectl delete hpa x'],
    ['kubectl delete cronjob *', 'kubectl delete cj x'],
    ['kubectl delete job *', 'kubectl delete jobs x'],
    ['kubectl delete event *', 'kubectl delete ev x'],
    ['kubectl delete role *', 'kubectl delete roles x'],
    ['kubectl delete clusterrole *', 'kubectl delete clusterroles x'],
    ['kubectl delete crd *', 'kubectl delete customresourcedefinition x'],
    ['git add *', 'git stage x'],
    ['gh pr create *', 'gh pr new'],
    ['npm install *', 'sudo npm i foo'],
  ])('deny %s: %s is blocked', (rule, command) => {
    expect(verdict(`deny terminal.exec(${rule})`, command)).toBe('block')
    expect(verdict(`ask terminal.exec(${rule})`, command)).toBe('ask')
  })

  test.each([
    ['npm run *', 'npm test'],
    ['npm test *', 'npm run test'],
    ['npm exec *', 'npx foo'],
    ['npm install *', 'npm ci'],
    ['npm install *', 'npm run i'],
    ['yarn run *', 'yarn build'],
    ['docker rm *', 'docker container ls'],
    ['docker rm *', 'docker volume rm x'],
    ['kubectl delete ns *', 'kubectl delete pod x'],
    ['cargo test *', 'cargo tree'],
    ['git commit *', 'git ci'],
  ])('deny %s: %s is another command', (rule, command) => {
    expect(verdict(`deny terminal.exec(${rule})`, command)).toBe('run')
  })

  test.each([
    ['npm install *', 'npm i foo'],
    ['docker rm *', 'docker container rm x'],
    ['kubectl delete ns *', 'kubectl delete namespace x'],
  ])('allow %s does not cover %s', (rule, command) => {
    expect(decideText('default', [`allow terminal.exec(${rule})`], `terminal.exec(${command})`).verdict).toBe(
      'ask',
    )
  })
})
