import { samePort, type AppSeed } from './define.ts';

const gcc = {
  pkg: 'glibc',
  version: '2.28+',
  note: ['更老的系统请用对应的旧版', 'Older systems need an older version'],
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
      'PHP-FPM 与常用扩展。几个版本并排装，站点各用各的。',
      'PHP-FPM with the usual extensions. Versions live side by side, and each site picks its own.',
    ],
    about: [
      [
        '老站要 7.4，新站要 8.4，一台服务器都能跑。每个站点一个进程池、一个系统用户，谁也读不到谁的文件。',
        [
          '扩展是开关，装 `imagick`、`redis` 之前先查系统库。',
          '`pm.max_children` 按内存和单进程用量算，超了提醒。',
          'OPcache 命中率、慢请求和最近的致命错误在一页里。',
        ],
        '7.4 已停止维护，只建议给迁移中的站点用，界面上会一直提醒。',
      ],
      [
        'The old site needs 7.4 and the new one 8.4: one server runs both. Each site has its own pool and its own system user, so that none reads the files of another.',
        [
          'Extensions are switches; system libraries for `imagick` or `redis` are checked first.',
          '`pm.max_children` is worked out from the memory there is, and you hear when it is exceeded.',
          'OPcache hits, slow requests and the last fatal errors stand on one page.',
        ],
        'PHP 7.4 is out of support: it is there for sites that are moving, and the client keeps saying so.',
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
      { app: 'nginx', version: '1.18+', or: ['apache'], note: ['或用 Apache', 'Or Apache'] },
      { pkg: 'libxml2', version: '2.9.4+', note: ['解析 XML', 'Parses XML'] },
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
      'JavaScript 运行环境。多版本、进程守护和日志，一处管好。',
      'JavaScript runtime: several versions, supervised processes and their logs in one place.',
    ],
    about: [
      [
        '选好项目目录和版本，云舵替你写 systemd 服务：开机启动、崩溃重启、内存上限都有。不必再装 pm2。',
        [
          '项目里有 `.nvmrc` 就按它选版本。',
          '重启先等旧进程把请求答完，零停机。',
          '堆内存一路涨的进程会被点名，可以一键导出快照。',
        ],
      ],
      [
        'Pick a project folder and a version; the client writes the systemd service: started at boot, restarted after a crash, held to a memory limit. No pm2 needed.',
        [
          'A `.nvmrc` in the project decides the version.',
          'A restart lets the old process finish its requests: nobody notices.',
          'A process whose heap keeps growing is named, and a snapshot is a click away.',
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
      '不碰系统自带的 Python。每个项目一个虚拟环境，版本随便选。',
      'Leaves the system’s Python alone: a virtual environment for each project, in any version.',
    ],
    about: [
      [
        '把系统 Python 升坏、`apt` 跟着坏掉，这种事不会发生：云舵装在 `/opt/python`，和系统的互不相干。',
        [
          '读 `requirements.txt` 或 `pyproject.toml`，装完列出有安全公告的包。',
          'Gunicorn、Uvicorn 和 Celery 一键写成服务。',
          'pip 可以走你自己的镜像。',
        ],
      ],
      [
        'Upgrading the system’s Python and breaking `apt` with it does not happen here: everything lives in `/opt/python`, apart from the system.',
        [
          'Reads `requirements.txt` or `pyproject.toml`, and lists packages with advisories.',
          'Gunicorn, Uvicorn and Celery become services with a click.',
          'pip can use a mirror of your own.',
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
    needs: [gcc, { pkg: 'OpenSSL', version: '3.0+', note: ['ssl 模块用它', 'For the ssl module'] }],
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
      'Java 运行环境，8 到 25 并排装。堆、线程和 GC 停顿看得见。',
      'Java runtime, 8 to 25 side by side, with heap, threads and GC pauses in view.',
    ],
    about: [
      [
        '用 Eclipse Temurin 的构建，长期维护版都在。每个服务指定自己的 `JAVA_HOME`，不用 `alternatives` 切来切去。',
        [
          '堆大小按服务器内存给建议，容器里按限额算。',
          'GC 日志画成停顿曲线，长停顿标出原因。',
          '一键抓线程栈和堆，抓完压缩好下载。',
        ],
      ],
      [
        'Eclipse Temurin builds of every long-term release. Each service has its own `JAVA_HOME`, so nobody switches `alternatives` back and forth.',
        [
          'Heap sizes are suggested from memory, and from the limit inside a container.',
          'GC logs become a curve of pauses, with reasons for the long ones.',
          'Threads or heap are dumped, compressed and ready to download.',
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
      'Go 工具链。在服务器上直接编译，或者只装一个跑好的二进制。',
      'The Go toolchain: build on the server, or just run a finished binary as a service.',
    ],
    about: [
      [
        '编译机和构建任务要 Go，线上一般不要。云舵两样都管：装工具链，或者把你上传的二进制写成服务。',
        ['模块代理可换，离线机房也能编译。', '`GOMAXPROCS` 按容器限额给，不再占满整台服务器。'],
      ],
      [
        'Build servers need Go, production servers mostly do not. The client does both: it installs the toolchain, or turns the binary you upload into a service.',
        [
          'The module proxy can be your own, for rooms without a way out.',
          '`GOMAXPROCS` follows the container’s limit, so that one program does not take up the whole server.',
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
      'ASP.NET Core 运行时与 SDK。发布好的程序上传即成服务。',
      'ASP.NET Core runtime and SDK. Upload what you published, and it is a service.',
    ],
    about: [
      [
        '服务器上一般只要运行时，要编译再加 SDK。云舵按程序的 `runtimeconfig.json` 选版本，少了就说少哪个。',
        ['Kestrel 前面自动配一个 Nginx 站点。', '环境变量里的机密单独加密保存，不写进服务文件。'],
      ],
      [
        'A server mostly needs the runtime; add the SDK to build. The client reads `runtimeconfig.json`, picks the version, and says which one is missing.',
        [
          'A site on Nginx is put in front of Kestrel.',
          'Secrets in the environment are kept encrypted, apart from the service file.',
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
      'Servlet 容器。一个端口一个实例，传上 WAR 就部署，退回也一样快。',
      'Servlet container. One instance a port; upload a WAR to deploy it, and go back just as fast.',
    ],
    about: [
      [
        '每个实例有自己的目录、用户和 JVM，互不拖累。上传 WAR 时旧的一份留着，启动失败自动换回去。',
        [
          '管理页默认不装，少一个被扫的入口。',
          '线程池、连接数和会话数在一张图里，堵在哪一目了然。',
          '换 JDK 版本只改一处。',
        ],
      ],
      [
        'Each instance has a folder, a user and a JVM of its own. The old WAR is kept, and is restored automatically when the new one does not start.',
        [
          'The manager application is left out: one door less to knock on.',
          'Threads, connections and sessions in one chart show where it is stuck.',
          'Another JDK is one setting away.',
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
