import type { ClientPlatform } from '@yunduo/validation';

/**
 * What the server itself says about downloads: what a build runs on, and the words of the script that installs the
 * private deployment. In the latter `%s` stands for what the script finds out; a percent sign would be two.
 */
export const downloadAnswers = {
  system: {
    'windows-x64': 'Windows 10/11（64 位）',
    'mac-x64': 'macOS（Intel 芯片）',
    'mac-arm64': 'macOS（Apple 芯片）',
  } satisfies Record<ClientPlatform, string>,
  install: {
    title: '云舵私有部署 {{version}} 安装脚本',
    what: '下载一个安装包，与写在这里的 SHA-256 比对；哪怕差一个字节，也会在运行任何内容之前停下。',
    usage: '用法：sh yunduo-install.sh [--prefix 目录]',
    usage_prefix: '安装到这个目录，默认 /opt/yunduo',
    usage_help: '显示这段说明',
    missing_tool: '缺少命令 %s，请先安装它',
    missing_download: '缺少下载工具，请先安装 curl 或 wget',
    missing_checksum: '缺少校验工具，请先安装 sha256sum、shasum 或 openssl',
    prefix_missing: '--prefix 后面要写一个目录',
    unknown_option: '不认识的参数：%s',
    unsupported_system: '只支持安装到 Linux 服务器，这台机器是 %s',
    unsupported_arch: '这个版本没有 %s 的安装包，支持的架构：{{archs}}',
    not_writable: '没有权限写入 %s，请用 sudo 运行，或用 --prefix 换一个目录',
    no_temporary: '无法创建临时目录，请检查磁盘空间',
    downloading: '正在下载 %s（%s，%s）',
    download_failed: '下载失败，没有安装任何内容。请检查网络后重试。',
    checking: '正在校验 SHA-256',
    checksum_wrong:
      '校验失败：下载到的文件不是发布的那一个，没有运行其中任何内容。\\n  应为 %s\\n  实为 %s\\n请重试；如果仍然如此，请不要安装，并联系我们。',
    unpack_failed: '解压失败，没有安装任何内容',
    no_installer: '安装包里没有安装程序，没有安装任何内容',
    installing: '校验通过，正在安装到 %s',
    installer_failed: '安装程序没有完成，请查看上面的提示',
    done: '%s 已安装到 %s',
  },
};
