import { samePort, type AppSeed } from './define.ts';

const gcc = {
  pkg: 'glibc',
  version: '2.28+',
  note: ['较旧的系统请使用对应的旧版本', 'Older systems need an older version'],
} as const;

/** Runtimes. Several versions of each can be installed side by side. */
export const runtimes: readonly AppSeed[] = [
  {
    key: 'php',
    name: 'PHP',
    kind: 'runtime',
    category: 'runtime',
    recommended: 7,
    downloads: 142_806,
    megabytes: 24.3,
    firstPublished: 1472,
    licence: 'PHP-3.01',
    homepage: 'https://www.php.net/',
    repo: 'https://github.com/php/php-src',
    keywords: ['php-fpm', 'composer', '运行环境'],
    intro: [
      'PHP-FPM 与常用扩展。多个版本并存，每个站点单独选择。',
      'PHP-FPM with common extensions. Run several versions and choose one for each site.',
    ],
    about: [
      [
        '同一台服务器可同时运行 7.4 和 8.4 等多个版本。每个站点使用独立的进程池和系统用户，文件互相隔离。',
        [
          '扩展可直接启用或停用；安装 `imagick`、`redis` 前检查所需的系统库。',
          '根据内存和单进程用量计算 `pm.max_children`，超出时提醒。',
          '集中查看 OPcache 命中率、慢请求和最近的致命错误。',
        ],
        '7.4 已停止维护，仅建议迁移期间使用，界面会持续提醒。',
      ],
      [
        'Run several versions, such as 7.4 and 8.4, on one server. Each site has its own process pool and system user, so its files are isolated from the others.',
        [
          'Turn extensions on or off; the system libraries for `imagick` or `redis` are checked first.',
          '`pm.max_children` is calculated from the available memory, with an alert when it is exceeded.',
          'See OPcache hits, slow requests and recent fatal errors on one page.',
        ],
        'PHP 7.4 is no longer supported. Use it only while you migrate; the client reminds you.',
      ],
    ],
    mem: ['128 MB，另加每个进程 40 MB', '128 MB plus 40 MB a process'],
    disk: '150 MB',
    releases: [
      [
        '8.4.14',
        'php-8.4.14',
        29,
        [
          [
            'security',
            '修复 `php://input` 的内存泄漏与越界',
            'Fixes a leak and an overflow in `php://input`',
          ],
          ['feature', '扩展列表显示哪个站点在用', 'Extensions show which sites use them'],
        ],
      ],
      [
        '8.4.12',
        'php-8.4.12',
        84,
        [
          ['fix', 'FPM 重载时不再丢正在处理的请求', 'Reloading FPM no longer drops requests'],
          ['performance', 'ARM64 上 JIT 默认打开', 'The JIT is on by default on ARM64'],
        ],
      ],
      [
        '8.3.26',
        'php-8.3.26',
        120,
        [['security', '修复 libxml 外部实体', 'Fixes external entities in libxml']],
      ],
      [
        '8.2.0',
        'php-8.2.0',
        500,
        [
          [
            'breaking',
            '不再支持动态属性，旧程序会有弃用提示',
            'Dynamic properties are deprecated: old programs will say so',
          ],
        ],
      ],
    ],
    needs: [
      { app: 'nginx', version: '1.18+', or: ['apache'], note: ['也可使用 Apache', 'Or Apache'] },
      { pkg: 'libxml2', version: '2.9.4+', note: ['用于解析 XML', 'Parses XML'] },
    ],
    shot: {
      server: 'web-04',
      values: ['8.4.14', '24', '960 MB'],
      note: [
        '11:31  站点 blog 从 8.3 换到 8.4，没有报错',
        '11:31  Site blog moved from 8.3 to 8.4, no errors',
      ],
      file: '/etc/php/8.4/fpm/pool.d/blog.conf',
      lines: [
        '[blog]',
        'user = blog',
        'listen = /run/php/blog.sock',
        'pm = dynamic',
        'pm.max_children = 24',
        'pm.start_servers = 4',
        'request_slowlog_timeout = 3s',
        'php_admin_value[memory_limit] = 256M',
        'php_admin_value[opcache.memory_consumption] = 192',
      ],
      edited: 4,
    },
  },
  {
    key: 'nodejs',
    name: 'Node.js',
    kind: 'runtime',
    category: 'runtime',
    recommended: 8,
    downloads: 128_344,
    megabytes: 31.6,
    firstPublished: 1465,
    licence: 'MIT',
    homepage: 'https://nodejs.org/',
    repo: 'https://github.com/nodejs/node',
    keywords: ['node', 'javascript', 'npm', '运行环境'],
    intro: [
      'JavaScript 运行环境。集中管理多个版本、进程守护和日志。',
      'JavaScript runtime. Manage versions, supervised processes and logs in one place.',
    ],
    about: [
      [
        '选择项目目录和版本，云舵自动生成 systemd 服务，包含开机启动、崩溃重启和内存上限，无需安装 pm2。',
        [
          '项目包含 `.nvmrc` 时，自动选用指定的版本。',
          '重启时等待旧进程处理完请求，服务不中断。',
          '标出堆内存持续增长的进程，可一键导出快照。',
        ],
      ],
      [
        'Select a project folder and a version. The client writes the systemd service, with start at boot, restart after a crash and a memory limit. pm2 is not needed.',
        [
          'A `.nvmrc` in the project sets the version.',
          'A restart lets the old process finish its requests, without downtime.',
          'Processes with a growing heap are marked; export a snapshot in one click.',
        ],
      ],
    ],
    mem: ['256 MB，另加程序', '256 MB plus your program'],
    disk: '200 MB',
    releases: [
      [
        '24.11.1',
        'v24.11.1',
        9,
        [
          ['fix', 'HTTP/2 长连接不再提前断开', 'Long HTTP/2 connections no longer end early'],
          ['security', '更新 OpenSSL 到 3.5.4', 'Updates OpenSSL to 3.5.4'],
        ],
      ],
      [
        '24.11.0',
        'v24.11.0',
        24,
        [['feature', '24 成为长期维护版，代号 Krypton', '24 becomes the long-term release, Krypton']],
      ],
      [
        '22.21.1',
        'v22.21.1',
        23,
        [['fix', '`--watch` 在网络盘上不再漏掉改动', '`--watch` misses no changes on network disks']],
      ],
      [
        '20.19.5',
        'v20.19.5',
        78,
        [['security', '最后一年维护，请准备升级', 'The last year of support: plan your upgrade']],
      ],
    ],
    needs: [gcc],
    shot: {
      server: 'app-02',
      values: ['24.11.1', '8', '1.4 GB'],
      note: [
        '15:12  shop-api 零停机重启，旧进程 3 秒后退出',
        '15:12  shop-api restarted without a gap, old process left after 3 s',
      ],
      file: '/etc/yunduo/services/shop-api.toml',
      lines: [
        '[service]',
        'directory = "/srv/shop-api"',
        'node = "24"',
        'command = "server.js"',
        'user = "shop"',
        'port = 8080',
        'memory = "600M"',
        'restart = "always"',
        'health = "/healthz"',
      ],
      edited: 6,
    },
  },
  {
    key: 'python',
    name: 'Python',
    kind: 'runtime',
    category: 'runtime',
    downloads: 117_925,
    megabytes: 28.8,
    firstPublished: 1460,
    licence: 'PSF-2.0',
    homepage: 'https://www.python.org/',
    repo: 'https://github.com/python/cpython',
    keywords: ['python3', 'pip', 'venv', '运行环境'],
    intro: [
      '独立于系统的 Python。每个项目使用单独的虚拟环境和版本。',
      'Python, separate from the system’s own. Each project has its own version and virtual environment.',
    ],
    about: [
      [
        '安装在 `/opt/python`，与系统自带的 Python 相互独立，升级不会影响 `apt` 等系统工具。',
        [
          '读取 `requirements.txt` 或 `pyproject.toml`，安装后列出有安全公告的包。',
          'Gunicorn、Uvicorn 和 Celery 可一键注册为服务。',
          'pip 可使用自己的镜像源。',
        ],
      ],
      [
        'Installed in `/opt/python`, separate from the system’s Python, so an upgrade does not break system tools such as `apt`.',
        [
          'Reads `requirements.txt` or `pyproject.toml`, and lists packages with advisories.',
          'Turn Gunicorn, Uvicorn and Celery into services in one click.',
          'pip can use your own mirror.',
        ],
      ],
    ],
    mem: '256 MB',
    disk: '300 MB',
    releases: [
      [
        '3.14.0',
        'v3.14.0',
        44,
        [
          [
            'feature',
            '自由线程版正式支持，可并排安装',
            'The free-threaded build is supported and installs alongside',
          ],
          [
            'breaking',
            '注解改为延迟求值，依赖运行时注解的库请先升级',
            'Annotations are evaluated lazily: update libraries that read them at run time',
          ],
        ],
      ],
      [
        '3.13.9',
        'v3.13.9',
        37,
        [['security', '修复 `tarfile` 的路径穿越', 'Fixes path traversal in `tarfile`']],
      ],
      ['3.12.12', 'v3.12.12', 42, [['fix', '只收安全修复', 'Security fixes only from here on']]],
    ],
    needs: [gcc, { pkg: 'OpenSSL', version: '3.0+', note: ['用于 ssl 模块', 'For the ssl module'] }],
    shot: {
      server: 'app-03',
      values: ['3.14.0', '6', '820 MB'],
      note: [
        '10:04  项目 report 安装 42 个包，1 个有安全公告',
        '10:04  Project report: 42 packages, 1 with an advisory',
      ],
    },
  },
  {
    key: 'openjdk',
    name: 'OpenJDK',
    kind: 'runtime',
    category: 'runtime',
    downloads: 91_087,
    megabytes: 204,
    firstPublished: 1450,
    licence: 'GPL-2.0-with-classpath-exception',
    homepage: 'https://openjdk.org/',
    repo: 'https://github.com/openjdk/jdk',
    keywords: ['java', 'jdk', 'jre', 'jvm', '运行环境'],
    intro: [
      'Java 运行环境，8 到 25 多版本并存，可查看堆、线程和 GC 停顿。',
      'Java runtime. Versions 8 to 25 side by side, with heap, threads and GC pauses at a glance.',
    ],
    about: [
      [
        '采用 Eclipse Temurin 构建，包含全部长期维护版。每个服务单独指定 `JAVA_HOME`，无需用 `alternatives` 切换。',
        [
          '根据服务器内存给出堆大小建议，容器内按限额计算。',
          '将 GC 日志绘制成停顿曲线，并标出长停顿的原因。',
          '一键导出线程栈和堆，压缩后下载。',
        ],
      ],
      [
        'Eclipse Temurin builds of every long-term release. Each service has its own `JAVA_HOME`, without switching `alternatives`.',
        [
          'Heap sizes are suggested from memory, and from the limit inside a container.',
          'GC logs are drawn as a curve of pauses, with the reasons for long ones.',
          'Dump threads or the heap in one click and download it compressed.',
        ],
      ],
    ],
    mem: ['512 MB，另加堆', '512 MB plus the heap'],
    disk: '450 MB',
    releases: [
      [
        '25.0.1',
        'jdk-25.0.1+8',
        30,
        [
          ['security', '十月安全更新', 'The October security update'],
          ['feature', '25 是新的长期维护版', '25 is the new long-term release'],
        ],
      ],
      ['21.0.9', 'jdk-21.0.9+10', 30, [['security', '十月安全更新', 'The October security update']]],
      [
        '17.0.17',
        'jdk-17.0.17+10',
        31,
        [['fix', 'ARM64 上的压缩字符串不再出错', 'Compact strings are right again on ARM64']],
      ],
    ],
    needs: [gcc],
    shot: {
      server: 'app-04',
      values: ['25.0.1', '5', '6.2 GB'],
      note: ['09:50  billing 的 GC 停顿 p99 降到 18 ms', '09:50  billing: GC pauses down to 18 ms at p99'],
    },
  },
  {
    key: 'go',
    // Not “Go”: unclear as a link text.
    name: 'Golang',
    kind: 'runtime',
    category: 'runtime',
    downloads: 58_702,
    megabytes: 76.9,
    firstPublished: 1300,
    licence: 'BSD-3-Clause',
    homepage: 'https://go.dev/',
    repo: 'https://github.com/golang/go',
    keywords: ['golang', '编译', '运行环境'],
    intro: [
      'Go 工具链。可在服务器上编译，也可将编译好的程序作为服务运行。',
      'The Go toolchain. Build on the server, or run a compiled program as a service.',
    ],
    about: [
      [
        '可安装完整的工具链用于构建，也可只上传编译好的程序，由云舵注册为服务。',
        ['可更换模块代理，离线环境也能编译。', '`GOMAXPROCS` 按容器限额设置，避免占满整台服务器。'],
      ],
      [
        'Install the full toolchain to build, or upload a compiled program and let the client run it as a service.',
        [
          'Use your own module proxy, also on air-gapped networks.',
          '`GOMAXPROCS` follows the container’s limit, so one program does not take up the whole server.',
        ],
      ],
    ],
    mem: '512 MB',
    disk: '600 MB',
    releases: [
      [
        '1.25.4',
        'go1.25.4',
        15,
        [
          ['security', '修复 `archive/tar` 的内存耗尽', 'Fixes memory exhaustion in `archive/tar`'],
          ['fix', '编译器在 ARM64 上的两处错误', 'Two compiler faults on ARM64'],
        ],
      ],
      [
        '1.25.0',
        'go1.25.0',
        100,
        [['feature', '`GOMAXPROCS` 支持容器限额', '`GOMAXPROCS` respects container limits']],
      ],
      ['1.24.10', 'go1.24.10', 15, [['security', '与 1.25.4 相同的修复', 'The same fixes as 1.25.4']]],
    ],
    shot: {
      server: 'build-01',
      values: ['1.25.4', '3', '210 MB'],
      note: [
        '16:20  构建 gateway 用时 41 秒，已部署到 4 台',
        '16:20  Built gateway in 41 s, rolled out to 4 servers',
      ],
    },
  },
  {
    key: 'dotnet',
    name: '.NET',
    kind: 'runtime',
    category: 'runtime',
    downloads: 36_450,
    megabytes: 212,
    firstPublished: 1120,
    licence: 'MIT',
    homepage: 'https://dotnet.microsoft.com/',
    repo: 'https://github.com/dotnet/runtime',
    keywords: ['dotnet', 'aspnet', 'csharp', 'c#', '运行环境'],
    intro: [
      'ASP.NET Core 运行时与 SDK。上传发布好的程序，即可作为服务运行。',
      'ASP.NET Core runtime and SDK. Upload a published program and run it as a service.',
    ],
    about: [
      [
        '运行程序只需运行时，编译时再安装 SDK。云舵根据 `runtimeconfig.json` 选择版本，并提示缺少的组件。',
        ['自动为 Kestrel 配置 Nginx 反向代理。', '环境变量里的机密单独加密保存，不写进服务文件。'],
      ],
      [
        'Running a program needs only the runtime; add the SDK to build. The client reads `runtimeconfig.json`, selects the version and tells you what is missing.',
        [
          'Sets up Nginx as a reverse proxy in front of Kestrel.',
          'Secrets in the environment are encrypted and kept out of the service file.',
        ],
      ],
    ],
    mem: '512 MB',
    disk: '500 MB',
    releases: [
      [
        '10.0.0',
        'v10.0.0',
        9,
        [
          ['feature', '10 是新的长期维护版', '10 is the new long-term release'],
          ['performance', '原生编译后启动快一倍', 'Natively compiled programs start twice as fast'],
        ],
      ],
      [
        '9.0.11',
        'v9.0.11',
        10,
        [['security', '修复 Kestrel 的请求走私', 'Fixes request smuggling in Kestrel']],
      ],
      ['8.0.22', 'v8.0.22', 10, [['security', '与 9.0.11 相同的修复', 'The same fixes as 9.0.11']]],
    ],
    needs: [{ pkg: 'ICU', version: '60+', note: ['区域与排序', 'Locales and collation'] }],
    shot: {
      server: 'app-06',
      values: ['10.0.0', '4', '1.1 GB'],
      note: [
        '17:05  erp-web 换到 .NET 10，启动用时 0.4 秒',
        '17:05  erp-web moved to .NET 10, starts in 0.4 s',
      ],
    },
  },
  {
    key: 'tomcat',
    name: 'Apache Tomcat',
    kind: 'runtime',
    category: 'runtime',
    downloads: 49_315,
    megabytes: 12.4,
    firstPublished: 1405,
    licence: 'Apache-2.0',
    homepage: 'https://tomcat.apache.org/',
    repo: 'https://github.com/apache/tomcat',
    keywords: ['java', 'servlet', 'war', 'jsp', '运行环境'],
    intro: [
      'Servlet 容器。每个实例使用独立端口，上传 WAR 即可部署，也可回滚。',
      'Servlet container. One port per instance; upload a WAR to deploy, or roll back.',
    ],
    about: [
      [
        '每个实例使用独立的目录、用户和 JVM。上传 WAR 时保留旧版本，启动失败自动恢复。',
        [
          '默认不安装管理页面，减少攻击面。',
          '在同一张图中查看线程池、连接数和会话数，便于定位瓶颈。',
          '更换 JDK 版本只需修改一处。',
        ],
      ],
      [
        'Each instance has its own folder, user and JVM. The old WAR is kept and restored automatically if the new one does not start.',
        [
          'The manager application is not installed, which leaves less to attack.',
          'Threads, connections and sessions in one chart show where the bottleneck is.',
          'Change the JDK version in one place.',
        ],
      ],
    ],
    mem: ['512 MB，另加堆', '512 MB plus the heap'],
    disk: '120 MB',
    releases: [
      [
        '11.0.14',
        '11.0.14',
        12,
        [
          ['security', '修复重写规则的目录穿越', 'Fixes directory traversal in rewrite rules'],
          ['fix', 'HTTP/2 下的上传不再卡住', 'Uploads over HTTP/2 no longer hang'],
        ],
      ],
      ['10.1.49', '10.1.49', 14, [['security', '与 11.0.14 相同的修复', 'The same fixes as 11.0.14']]],
      ['9.0.112', '9.0.112', 16, [['fix', '会话在重启后恢复', 'Sessions survive a restart']]],
    ],
    needs: [{ app: 'openjdk', version: '17+', note: ['运行环境', 'Runs on it'] }],
    clashes: [samePort('jenkins', 8080)],
    shot: {
      server: 'app-07',
      values: ['11.0.14', '3', '2.8 GB'],
      note: ['14:44  oa.war 启动失败，已换回上一版', '14:44  oa.war did not start, the previous one is back'],
    },
  },
];
