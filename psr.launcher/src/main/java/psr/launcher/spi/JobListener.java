package psr.launcher.spi;

import psr.api.lab.Observer;

/** Follows the jobs of a {@link JobQueue}. Called without locks; must not block. */
public interface JobListener {

    /** Returns the observer of a job that is about to be loaded. */
    Observer observer(String id, JobSpec.Kind kind);

    /** Called after the queue has changed a job in the store. */
    void changed(String id, JobSpec.Kind kind);
}
