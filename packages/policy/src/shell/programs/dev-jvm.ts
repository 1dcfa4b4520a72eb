import { display, literal } from '../../model/field.ts'
import type { Hazard } from '../../model/part.ts'
import { inWorkspace, ownConfig, relief } from './hazard-relief.ts'
import {
  GNU,
  MODERN,
  SINGLE_DASH,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { publishesOn } from './table-parts.ts'

/** The JVM: build programs, the machine itself and its compilers. */
export const DEV_JVM: Table = () => [
  {
    names: ['mvn', 'mvnw', 'mvnd'],
    queries: '--version -v --help -h',
    style: { ...GNU, cluster: false },
    options:
      '-q,--quiet -B,--batch-mode -X,--debug -e,--errors -o,--offline -U,--update-snapshots -N,--non-recursive -am,--also-make -amd,--also-make-dependents -fae,--fail-at-end -ff,--fail-fast -fn,--fail-never -pl,--projects= -rf,--resume-from= -P,--activate-profiles= -T,--threads= -ntp,--no-transfer-progress -l,--log-file= -D[=] -V,--show-version -C,--strict-checksums',
    loads: '-f,--file= -t,--toolchains= -gt,--global-toolchains=',
    configures: '-s,--settings= -gs,--global-settings= -emp,--encrypt-master-password= -b,--builder= -itr',
    arity: 2,
    read: readMaven,
  },
  {
    names: ['gradle', 'gradlew', 'gradlew.bat'],
    queries: '--version -v --help -h -?',
    style: { ...GNU, cluster: false },
    options:
      '-q,--quiet -i,--info -d,--debug -s,--stacktrace -S,--full-stacktrace --console= --offline --parallel --no-daemon --daemon --stop --build-cache --no-build-cache --configuration-cache --rerun-tasks --continue -x,--exclude-task= --tests= --warning-mode= -m,--dry-run --refresh-dependencies --scan --profile --max-workers= -t,--continuous -a -P[=] -D[=]',
    loads: '-I,--init-script= -b,--build-file= -c,--settings-file= --include-build=',
    configures: '-p,--project-dir= -g,--gradle-user-home= --project-cache-dir= -D=',
    arity: 2,
    read: readGradle,
  },
  {
    names: ['ant'],
    queries: '-version -help',
    style: SINGLE_DASH,
    loads: '-f,-file,-buildfile= -lib= -propertyfile= -listener= -logger= -inputhandler=',
    arity: 2,
  },
  {
    names: ['sbt', 'lein', 'mill', 'bleep'],
    style: MODERN,
    arity: 2,
    read: publishesOn('publish', 'publishSigned', 'deploy', 'release'),
  },
  {
    names: ['java', 'javaw'],
    queries: '-version --version -help --help -fullversion',
    style: { ...SINGLE_DASH, permute: false },
    arity: 0,
  },
  {
    names: ['javap'],
    readonly: true,
    queries: '-version --version -help --help',
    style: SINGLE_DASH,
    options:
      '-c -p,-private -public -protected -package -v,-verbose -l -s -sysinfo -constants -m,--module= --system= --release= -bootclasspath=',
    reads: '-cp,-classpath,--class-path= --module-path=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['javac', 'javadoc', 'jlink', 'keytool', 'jarsigner', 'ktlint', 'detekt'],
    queries: '-version --version -help --help',
    style: SINGLE_DASH,
    loads: '-processor= -processorpath,--processor-path= -doclet= -docletpath= -R,--ruleset= --plugins=',
    arity: 1,
  },
]

function readMaven(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const relieved = relief(args, facts, { '-f,--file': inWorkspace, '-l,--log-file': inWorkspace })
  const properties = args.options.filter(({ written }) =>
    /^-D(?:maven\.ext|exec\.|maven\.repo|.*(?:executable|javaagent|argLine|jvm|settings))/i.test(written),
  )
  const deploys = args.operands.some((field) =>
    /^(?:deploy|.*:deploy(?:-file)?|release:perform)$/.test(literal(field) ?? ''),
  )
  return {
    hazards: [
      ...(relieved.hazards ?? facts.hazards),
      ...properties.map(({ field, written, names }): Hazard => ({
        kind: 'starts',
        option: written,
        range: field.range,
        spellings: names,
      })),
    ],
    traits: deploys ? [...facts.traits, 'publish'] : facts.traits,
    arity: deploys ? 0 : args.operands.length === 0 ? 1 : facts.arity,
  }
}

function readGradle(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const relieved = relief(args, facts, {
    '-p,--project-dir': inWorkspace,
    '-b,--build-file': ownConfig('build.gradle', 'build.gradle.kts'),
    '-c,--settings-file': ownConfig('settings.gradle', 'settings.gradle.kts'),
    '-D': (value) =>
      !/jvmargs|javaagent|init|java\.home|user\.home/i.test(display(value)) && literal(value) !== undefined,
  })
  const publishes = args.operands.some((field) => /(?:^|:)publish(?!ToMavenLocal)/.test(literal(field) ?? ''))
  return { ...relieved, traits: publishes ? [...facts.traits, 'publish'] : facts.traits }
}
