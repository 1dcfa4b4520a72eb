/** The packages of the Chromium from the registry, with their checksums: `npm ci` accepts only these. */
export const PACKAGE = {
  name: 'chromium-for-countersign',
  private: true,
  dependencies: { '@sparticuz/chromium': '153.0.0' },
}

export const LOCK = {
  name: 'chromium-for-countersign',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': {
      name: 'chromium-for-countersign',
      dependencies: {
        '@sparticuz/chromium': '153.0.0',
      },
    },
    'node_modules/@sparticuz/chromium': {
      version: '153.0.0',
      integrity:
        'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
      license: 'MIT',
      dependencies: {
        'tar-fs': '^3.1.2',
      },
      engines: {
        node: '^22.17.0 || >=24.0.0',
      },
    },
    'node_modules/b4a': {
      version: '1.9.0',
      integrity:
        'sha512-dpfcF9fDNR6++cthXR67iyhgqWy9CBouAvIWhIntzBG6cvK/cnIPiZQjBwi/ZqjjBEDGfoNDtmB0kTjroOJ3pQ==',
      license: 'Apache-2.0',
      peerDependencies: {
        'react-native-b4a': '*',
      },
      peerDependenciesMeta: {
        'react-native-b4a': {
          optional: true,
        },
      },
    },
    'node_modules/bare-buffer': {
      version: '3.7.1',
      integrity:
        'sha512-cIjZnSO+y89ykVX9x96OVnA6tGORBn7vGJ/e3PCbBHMEyfMNG/ixzOS0lLa6saMlWcs69bSKjxFyDwjK152OMg==',
      license: 'Apache-2.0',
      engines: {
        bare: '>=1.20.0',
      },
    },
    'node_modules/bare-events': {
      version: '2.9.2',
      integrity:
        'sha512-AIPKioV7/Y/8KfZ3AAhjPJxLLbY49S64Ym5DakZlUg75qQiTgUq9hEJoEwa4eUezPUlXRy/i5NpsKvo9jgKmoA==',
      license: 'Apache-2.0',
      peerDependencies: {
        'bare-abort-controller': '*',
      },
      peerDependenciesMeta: {
        'bare-abort-controller': {
          optional: true,
        },
      },
    },
    'node_modules/bare-fs': {
      version: '4.8.4',
      integrity:
        'sha512-MPC2eyrpbk3A873sK4y6rk+Iv4o2enxTjHZ8zH3HO0mjrpm5XjnguY2XmfidIsDV6vnjpbMBKUAJpV0ISD2SsQ==',
      license: 'Apache-2.0',
      dependencies: {
        'bare-events': '^2.5.4',
        'bare-path': '^3.0.0',
        'bare-stream': '^2.6.4',
        'bare-url': '^2.2.2',
        'fast-fifo': '^1.3.2',
      },
      engines: {
        bare: '>=1.28.0',
      },
      peerDependencies: {
        'bare-buffer': '*',
      },
      peerDependenciesMeta: {
        'bare-buffer': {
          optional: true,
        },
      },
    },
    'node_modules/bare-path': {
      version: '3.1.2',
      integrity:
        'sha512-ZyKbsuuqK6Ag0K8pX6V5Txq6XeJRvY+wXucnFGRjiyVYP9YWDpIQugk/b+enRYrEYBJaqLzghRQpXPMR7341Nw==',
      license: 'Apache-2.0',
    },
    'node_modules/bare-stream': {
      version: '2.13.4',
      integrity:
        'sha512-PcrQ8lVLbiJscNm1Kez+Yp4Gy4AHGcN1lzwjvf5NybWen7VvEgUfyfnXYJ2zNqWnzOfCb1Abq6lH8ti0syQszA==',
      license: 'Apache-2.0',
      dependencies: {
        b4a: '^1.8.1',
        streamx: '^2.25.0',
        teex: '^1.0.1',
      },
      peerDependencies: {
        'bare-abort-controller': '*',
        'bare-buffer': '*',
        'bare-events': '*',
      },
      peerDependenciesMeta: {
        'bare-abort-controller': {
          optional: true,
        },
        'bare-buffer': {
          optional: true,
        },
        'bare-events': {
          optional: true,
        },
      },
    },
    'node_modules/bare-url': {
      version: '2.5.6',
      integrity:
        'sha512-iqkXHkW65De+BT14nHLiBFbNuJ/DdMrZaVNJ1IXPctpK6b1olUJ5Qmy8QBvwROajTiGztso2n82kFEvCsNG7Rg==',
      license: 'Apache-2.0',
      dependencies: {
        'bare-buffer': '^3.0.0',
        'bare-path': '^3.0.0',
      },
    },
    'node_modules/end-of-stream': {
      version: '1.4.5',
      integrity:
        'sha512-ooEGc6HP26xXq/N+GCGOT0JKCLDGrq2bQUZrQ7gyrJiZANJ/8YDTxTpQBXGMn+WbIQXNVpyWymm7KYVICQnyOg==',
      license: 'MIT',
      dependencies: {
        once: '^1.4.0',
      },
    },
    'node_modules/events-universal': {
      version: '1.0.1',
      integrity:
        'sha512-LUd5euvbMLpwOF8m6ivPCbhQeSiYVNb8Vs0fQ8QjXo0JTkEHpz8pxdQf0gStltaPpw0Cca8b39KxvK9cfKRiAw==',
      license: 'Apache-2.0',
      dependencies: {
        'bare-events': '^2.7.0',
      },
    },
    'node_modules/fast-fifo': {
      version: '1.3.2',
      integrity:
        'sha512-/d9sfos4yxzpwkDkuN7k2SqFKtYNmCTzgfEpz82x34IM9/zc8KGxQoXg1liNC/izpRM/MBdt44Nmx41ZWqk+FQ==',
      license: 'MIT',
    },
    'node_modules/once': {
      version: '1.4.0',
      integrity:
        'sha512-lNaJgI+2Q5URQBkccEKHTQOPaXdUxnZZElQTZY0MFUAuaEqe1E+Nyvgdz/aIyNi6Z9MzO5dv1H8n58/GELp3+w==',
      license: 'ISC',
      dependencies: {
        wrappy: '1',
      },
    },
    'node_modules/pump': {
      version: '3.0.4',
      integrity:
        'sha512-VS7sjc6KR7e1ukRFhQSY5LM2uBWAUPiOPa/A3mkKmiMwSmRFUITt0xuj+/lesgnCv+dPIEYlkzrcyXgquIHMcA==',
      license: 'MIT',
      dependencies: {
        'end-of-stream': '^1.1.0',
        once: '^1.3.1',
      },
    },
    'node_modules/streamx': {
      version: '2.28.1',
      integrity:
        'sha512-zEzXb0s5Cds7tqMH6rhZ05lcJydCWiQPEwiNngVqzsxCc962vLY4Uw+mW7od8kDH258k2Uz/JrOkdIAAhSh9VA==',
      license: 'MIT',
      dependencies: {
        'events-universal': '^1.0.0',
        'fast-fifo': '^1.3.2',
        'text-decoder': '^1.1.0',
      },
    },
    'node_modules/tar-fs': {
      version: '3.1.3',
      integrity:
        'sha512-/hU4AXnIdZu+Gvl1pk0oI5f5HxWsCJRtY2aFaJdk9VvyL48DWU6iU5WAIPG+wIi1YvWA6eTJvIviP/tMAZZNwQ==',
      license: 'MIT',
      dependencies: {
        pump: '^3.0.0',
        'tar-stream': '^3.1.5',
      },
      optionalDependencies: {
        'bare-fs': '^4.0.1',
        'bare-path': '^3.0.0',
      },
    },
    'node_modules/tar-stream': {
      version: '3.2.2',
      integrity:
        'sha512-+8NeqHRjQWH9nYlwo2gamAMImZCVzI4UoEgDpWorBt9OEfppiZn+uSkskzQKPWIZyji/C8fpWO7u69G0DX0tbg==',
      license: 'MIT',
      dependencies: {
        b4a: '^1.9.0',
        'bare-fs': '^4.8.2',
        'fast-fifo': '^1.3.2',
        streamx: '^2.28.1',
      },
    },
    'node_modules/teex': {
      version: '1.0.1',
      integrity:
        'sha512-eYE6iEI62Ni1H8oIa7KlDU6uQBtqr4Eajni3wX7rpfXD8ysFx8z0+dri+KWEPWpBsxXfxu58x/0jvTVT1ekOSg==',
      license: 'MIT',
      dependencies: {
        streamx: '^2.12.5',
      },
    },
    'node_modules/text-decoder': {
      version: '1.2.7',
      integrity:
        'sha512-vlLytXkeP4xvEq2otHeJfSQIRyWxo/oZGEbXrtEEF9Hnmrdly59sUbzZ/QgyWuLYHctCHxFF4tRQZNQ9k60ExQ==',
      license: 'Apache-2.0',
      dependencies: {
        b4a: '^1.6.4',
      },
    },
    'node_modules/wrappy': {
      version: '1.0.2',
      integrity:
        'sha512-l4Sp/DRseor9wL6EvV2+TuQn63dMkPjZ/sp9XkghTEbV9KlPS1xUsZ3u7/IQO4wxtcFB4bgpQPRcR3QCvezPcQ==',
      license: 'ISC',
    },
  },
}
