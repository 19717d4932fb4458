package psr.launcher.spi;

import psr.api.lab.Observer;

/** Follows the jobs of a {@link JobQueue}. Called without locks; must not block. */
public interface JobListener {

    /** Follows a job from the moment it is loaded. */
    Observer observer(String id, JobSpec.Kind kind);

    /** What the store knows of a job was changed by the queue. */
    void changed(String id, JobSpec.Kind kind);
}
