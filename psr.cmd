@echo off
rem The laboratory on Windows: `psr` is its shell, `psr run ring 2sr` runs one command. `psr help` lists the commands.
rem In a release this is bin\psr.cmd and starts lib\psr.jar. In the sources it
rem builds the application first when it is not there (unlike ./psr it does not see that a source is newer: delete psr.jar then).
rem Needs a JDK 17 or newer, and Maven to build. JAVA_HOME chooses the JDK; PSR_JAVA_OPTS adds options for the virtual machine.
rem Written without a Windows to try it on.
setlocal EnableExtensions DisableDelayedExpansion

set "root=%~dp0"
if "%root:~-1%"=="\" set "root=%root:~0,-1%"
set "jar=%root%\psr.app\target\psr.jar"
if not exist "%root%\..\lib\psr.jar" goto root
for %%i in ("%root%\..") do set "root=%%~fi"
set "jar=%root%\lib\psr.jar"
:root

set "java=java"
if not defined JAVA_HOME goto java
set "java=%JAVA_HOME%\bin\java.exe"
if not exist "%java%" (
    echo psr: JAVA_HOME must be a JDK 17 or newer; there is no "%java%" 1>&2
    exit /b 1
)
:java
"%java%" --version >nul 2>&1
if errorlevel 1 (
    echo psr: a JDK 17 or newer is needed; there is none on the PATH and JAVA_HOME is not set 1>&2
    exit /b 1
)

if exist "%jar%" goto built
where mvn >nul 2>&1
if errorlevel 1 (
    echo psr: Maven 3.8 or newer is needed to build the application; there is no mvn on the PATH 1>&2
    exit /b 1
)
if not exist "%root%\log" mkdir "%root%\log"
echo psr: building the application: under a minute, some minutes the first time on a machine 1>&2
pushd "%root%"
call mvn -q -B -ntp -Dmaven.test.skip=true -pl psr.app -am package >"%root%\log\build.log" 2>&1 <nul
set "built=%errorlevel%"
popd
if not "%built%"=="0" (
    echo psr: the build failed; its log is "%root%\log\build.log" 1>&2
    exit /b 1
)
:built

rem Temporary files of Windows are in a folder of the user's own already.
"%java%" -XX:+IgnoreUnrecognizedVMOptions --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ^
    -Duser.language.format=en -Duser.country.format=US -Djava.awt.headless=true "-Dpsr.home=%root%" -Dpsr.terminal=true %PSR_JAVA_OPTS% -jar "%jar%" %*
exit /b %errorlevel%
